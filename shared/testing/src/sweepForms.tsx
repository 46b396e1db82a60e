import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installClient } from '@portal/api-client/call';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderScreen } from './renderScreen';

interface Opened {
  show: ReactNode;
  /** Mocks the calls of the screen. */
  mock?: () => void;
  guard?: Guard | null;
  /** The label of the field to type in; by default the first text field. */
  field?: string;
  /** The form has only choices (`unsaved: null`), so leaving it does not ask. */
  losesNothing?: true;
}

const filesWithForms = (src: string): string[] =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(src, file), 'utf8').includes('useRulesForm('))
    .sort();

const never = () => new Promise<never>(() => undefined);

/** The prototype that defines `validateSync` for all rules. */
const root = (rules: object): { validateSync(value: unknown): unknown } =>
  Object.hasOwn(rules, 'validateSync') ? (rules as ReturnType<typeof root>) : root(Object.getPrototypeOf(rules));

/** Makes every value valid, and leaves every call without a reply. */
function holdCalls(): void {
  jest.spyOn(root(login.input), 'validateSync').mockImplementation((value) => value);
  installClient({ send: never, file: never });
}

async function shown({ show, mock, guard, field, losesNothing }: Opened) {
  mock?.();
  const rendered = renderScreen(show, guard === undefined ? {} : { guard });
  const controls = field ? await screen.findAllByLabelText(field) : await screen.findAllByRole('textbox');
  return { ...rendered, controls, losesNothing };
}

/**
 * Checks each form of a remote: it asks before typed input is lost, its submit button waits for the reply, and it has no input for data
 * that the guard cannot change. `forms` lists every file under `src` with a form, so that a new form cannot be forgotten. Drafts are not
 * stored in this test.
 */
export function sweepForms(src: string, forms: Readonly<Record<string, () => Opened>>): void {
  it('lists every form of this remote', () => {
    expect(Object.keys(forms).sort()).toEqual(filesWithForms(src));
  });

  it.each(Object.entries(forms))('[DATA-GUARD-27] %s: has no input for fullAddress2, landMark or paypalId', async (_, open) => {
    const { controls } = await shown(open());
    expect(controls).not.toEqual([]);
    const names = [...document.querySelectorAll('input, select, textarea')].map((input) => input.getAttribute('name'));
    for (const hiddenName of ['fullAddress2', 'landMark', 'paypalId']) expect(names).not.toContain(hiddenName);
    expect(document.body).not.toHaveTextContent(/land ?mark|paypal/i);
  });

  it.each(Object.entries(forms))('%s: asks before leaving with typed text, unless nothing would be lost', async (_, open) => {
    const { user, portal, controls, losesNothing } = await shown(open());
    expect([...portal.unsaved]).toEqual([]);
    await user.type(controls[0] as HTMLElement, '1');
    if (losesNothing) return expect([...portal.unsaved]).toEqual([]);
    // A form on a public page loads its rules when it is touched.
    await waitFor(() => expect([...portal.unsaved]).toEqual([expect.stringMatching(/^(your|what you) /)]));
    const [what] = portal.unsaved;
    act(() => portal.navigate('/elsewhere'));
    expect(portal.questions).toEqual([expect.objectContaining({ title: 'Leave this page?', body: what })]);
  });

  describe('in flight', () => {
    afterEach(() => void jest.restoreAllMocks());

    it.each(Object.entries(forms))('[SHELL-31, SHELL-32] %s: disables its submit button and shows a waiting text', async (_, open) => {
      const { show, mock, guard } = open();
      mock?.();
      renderScreen(show, guard === undefined ? {} : { guard });
      await act(async () => undefined);
      const buttons = document.querySelectorAll<HTMLButtonElement>('button[type=submit]');
      expect(buttons).toHaveLength(1);
      const [button] = buttons as unknown as [HTMLButtonElement];
      expect(button).toBeEnabled();
      const words = button.textContent;
      holdCalls();
      await act(async () => void fireEvent.click(button));
      await waitFor(() => expect(button).toBeDisabled());
      expect(button).toHaveTextContent(/(\.\.\.|…)$/);
      expect(button).not.toHaveTextContent(words ?? '');
    });
  });
}
