import { DEFAULT_TITLE, injuryFormRules } from '@portal/contracts/injuries/injuries.rules';
import { hasFiles } from '@portal/testing/deviceStorage';
import { mockId } from '@portal/testing/ids';
import { renderScreen as render } from '@portal/testing/renderScreen';
import { TextArea } from '@portal/ui/TextArea';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { DraftNotice } from './DraftNotice';
import { deleteDraft, readDraft, type StoredDraft, saveDraft } from './draftStore';
import { type Draft, useDraft } from './useDraft';
import { useRulesForm } from './useRulesForm';

jest.mock('./draftStore', () => {
  const real = jest.requireActual<typeof import('./draftStore')>('./draftStore');
  return { ...real, readDraft: jest.fn(real.readDraft) };
});

const ada = { guardId: 'ada', form: 'long' };
const photo = new File(['picture'], 'photo.jpg', { type: 'image/jpeg' });
const older = { description: 'Older', file: photo };

beforeEach(() => saveDraft(ada, older));
afterEach(async () => {
  jest.useRealTimers();
  await deleteDraft(ada);
});

function LongForm({ onSent }: { onSent: () => void }) {
  const [beginnings, setBeginnings] = useState(0);
  const form = useRulesForm(injuryFormRules, {
    defaults: { jobId: mockId(1), isOnJob: false, title: DEFAULT_TITLE, description: '', file: null },
    unsaved: 'your long form',
    onSubmit: () =>
      draft.sendAs('the-write', async () => {
        onSent();
        return { ok: true as const };
      }),
  });
  const draft: Draft = useDraft(form, ada);
  useEffect(() => {
    if (draft.isReady) setBeginnings((count) => count + 1);
  }, [draft.isReady]);
  if (!draft.isReady) return <p>reading</p>;
  return (
    <form onSubmit={form.submit}>
      <DraftNotice draft={draft} />
      <TextArea label="Description" {...form.bind('description')} />
      <p>{form.watch('file') ? 'with its photo' : 'without a photo'}</p>
      <p>{`began ${beginnings}`}</p>
      <button type="button" onClick={() => form.set('file', photo)}>
        Add a photo
      </button>
      <button type="submit">Send</button>
    </form>
  );
}

const description = () => screen.getByRole('textbox', { name: 'Description' });
const type = (text: string) => act(async () => void fireEvent.change(description(), { target: { value: text } }));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const kept = async () => (await readDraft(ada))?.values;
const stillThere = { description: 'Older', file: expect.any(File) };

/** Shows a form whose device answers only when the test allows it. */
async function openUnread() {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask'] });
  let answer: (draft: StoredDraft | null) => void = () => undefined;
  let fail: (why: Error) => void = () => undefined;
  const asked = new Promise<StoredDraft | null>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  jest.mocked(readDraft).mockImplementationOnce(() => asked);
  const onSent = jest.fn();
  const shown = render(<LongForm onSent={onSent} />);
  await act(() => jest.advanceTimersByTimeAsync(3000));
  jest.useRealTimers();
  expect(screen.getByText(/This browser cannot keep a draft/)).toBeVisible();
  const answers = async () => {
    const draft = await readDraft(ada);
    await act(async () => answer(draft));
  };
  return { ...shown, onSent, answers, fails: () => act(async () => fail(new Error('no answer'))) };
}

/** Waits longer than a write takes, then unmounts the form. */
async function leave() {
  window.dispatchEvent(new Event('pagehide'));
  await saveDraft({ ...ada, form: 'after it' }, {});
  await deleteDraft({ ...ada, form: 'after it' });
}

it('does not overwrite a stored draft that is not read yet', async () => {
  const { unmount, portal } = await openUnread();
  await type('Newer');
  await press('Add a photo');
  await leave();
  expect(await kept()).toEqual(stillThere);
  expect([...portal.unsaved]).toEqual(['your long form']);
  unmount();
  await leave();
  expect(await kept()).toEqual(stillThere);
});

it('does not fill a late draft into a displayed form; restores it and restarts the form when the guard chooses it', async () => {
  const { answers } = await openUnread();
  await answers();
  expect(description()).toHaveValue('');
  await press('Restore it');
  expect(description()).toHaveValue('Older');
  expect(screen.getByText('with its photo')).toBeVisible();
  expect(screen.getByText(/^We kept what you entered on/)).toBeVisible();
  expect(screen.getByText('began 2')).toBeVisible();
  await type('Older and newer');
  await leave();
  expect(await kept()).toEqual({ ...stillThere, description: 'Older and newer', isOnJob: false, jobId: mockId(1), title: DEFAULT_TITLE });
});

it('stores the entered text after the device answers late without a draft', async () => {
  await deleteDraft(ada);
  const { answers } = await openUnread();
  await type('Newer');
  await answers();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  await waitFor(async () => expect(await kept()).toMatchObject({ description: 'Newer' }));
  expect(screen.getByText('began 1')).toBeVisible();
});

describe('a late draft and entered text', () => {
  async function offered() {
    const shown = await openUnread();
    await type('Newer');
    await shown.answers();
    expect(screen.getByText(/^What you entered on .+ is still on this device\./)).toHaveTextContent(
      'Until you choose, nothing new is saved',
    );
    expect(description()).toHaveValue('Newer');
    return shown;
  }

  it('keeps both versions until the guard chooses', async () => {
    const { portal } = await offered();
    await type('Newest');
    await leave();
    expect(await kept()).toEqual(stillThere);
    expect([...portal.unsaved]).toEqual(['your long form']);
  });

  it('replaces the entered text when the guard restores the draft', async () => {
    await offered();
    await press('Restore it');
    expect(description()).toHaveValue('Older');
    expect(screen.getByText('with its photo')).toBeVisible();
    expect(screen.getByText(/^We kept what you entered on/)).toBeVisible();
    expect(await kept()).toEqual(stillThere);
  });

  it('is deleted with its picture when the guard keeps the entered text', async () => {
    await offered();
    await press('Keep this');
    await waitFor(async () => expect(await kept()).toMatchObject({ description: 'Newer', file: null }));
    expect(await hasFiles('ada')).toBe(false);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('stays stored when the entered text is sent', async () => {
    const { onSent } = await offered();
    await press('Add a photo');
    await press('Send');
    await waitFor(() => expect(onSent).toHaveBeenCalled());
    await leave();
    expect(await kept()).toEqual(stillThere);
    expect((await readDraft(ada))?.sentAs).toBeUndefined();
  });
});

it('reads a failed device again before it writes', async () => {
  const { fails } = await openUnread();
  await fails();
  await type('Newer');
  expect(await screen.findByText(/is still on this device/)).toBeVisible();
  expect(description()).toHaveValue('Newer');
  expect(await kept()).toEqual(stillThere);
});
