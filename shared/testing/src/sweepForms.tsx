import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installClient } from '@portal/api-client/call';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderScreen } from './renderScreen';

interface Opened {
  /** What holds the form. */
  show: ReactNode;
  /** Mocks what it reads. */
  mock?: () => void;
  guard?: Guard | null;
  /** Where something is typed; the first text field when left out. */
  field?: string;
  /** It holds choices alone, `unsaved: null`: nobody is asked about them. */
  losesNothing?: true;
}

const filesWithForms = (src: string): string[] =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(src, file), 'utf8').includes('useRulesForm('))
    .sort();

const never = () => new Promise<never>(() => undefined);

/** Where the check of every rule stands. */
const root = (rules: object): { validateSync(value: unknown): unknown } =>
  Object.hasOwn(rules, 'validateSync') ? (rules as ReturnType<typeof root>) : root(Object.getPrototypeOf(rules));

/** From now on whatever stands in the fields passes the rules, and no call is answered. */
function holdCalls(): void {
  jest.spyOn(root(login.input), 'validateSync').mockImplementation((value) => value);
  installClient({ send: never, file: never });
}

/** Renders a form, and waits until something can be typed. */
async function shown({ show, mock, guard, field, losesNothing }: Opened) {
  mock?.();
  const rendered = renderScreen(show, guard === undefined ? {} : { guard });
  const controls = field ? await screen.findAllByLabelText(field) : await screen.findAllByRole('textbox');
  return { ...rendered, controls, losesNothing };
}

/**
 * Each form of a remote asks before what was typed is thrown away, its submit button waits for the answer, and it has no input for
 * what only others keep of a guard. `forms` names every file under `src` that makes one, so that a new form cannot be forgotten.
 * Nothing is kept on this test's device: a draft does not help here.
 */
export function sweepForms(src: string, forms: Readonly<Record<string, () => Opened>>): void {
  it('every form of this remote is swept', () => {
    expect(Object.keys(forms).sort()).toEqual(filesWithForms(src));
  });

  it.each(Object.entries(forms))('[DATA-GUARD-27] %s: no input for fullAddress2, landMark or paypalId', async (_, open) => {
    const { controls } = await shown(open());
    expect(controls).not.toEqual([]);
    const names = [...document.querySelectorAll('input, select, textarea')].map((input) => input.getAttribute('name'));
    for (const kept of ['fullAddress2', 'landMark', 'paypalId']) expect(names).not.toContain(kept);
    expect(document.body).not.toHaveTextContent(/land ?mark|paypal/i);
  });

  it.each(Object.entries(forms))('%s: leaving with typed text asks, if there is something to lose', async (_, open) => {
    const { user, portal, controls, losesNothing } = await shown(open());
    expect([...portal.unsaved]).toEqual([]);
    await user.type(controls[0] as HTMLElement, '1');
    if (losesNothing) return expect([...portal.unsaved]).toEqual([]);
    // The rules of a form on a public page come when it is touched.
    await waitFor(() => expect([...portal.unsaved]).toEqual([expect.stringMatching(/^(your|what you) /)]));
    const [what] = portal.unsaved;
    act(() => portal.navigate('/elsewhere'));
    expect(portal.questions).toEqual([expect.objectContaining({ title: 'Leave this page?', body: what })]);
  });

  describe('in flight', () => {
    afterEach(() => void jest.restoreAllMocks());

    it.each(Object.entries(forms))('[SHELL-31, SHELL-32] %s: its submit button is disabled and shows a waiting text', async (_, open) => {
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
