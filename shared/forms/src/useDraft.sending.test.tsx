import { DEFAULT_TITLE, injuryFormRules } from '@portal/contracts/injuries/injuries.rules';
import { dismissedFailure } from '@portal/mf-kit/failure';
import type { Failure, WriteEntry } from '@portal/mf-kit/portal';
import { hasFiles } from '@portal/testing/deviceStorage';
import { mockId } from '@portal/testing/ids';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen as render } from '@portal/testing/renderScreen';
import { TextArea } from '@portal/ui/TextArea';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { deleteDraft, deleteSentDraft, readDraft, saveDraft } from './draftStore';
import { type Draft, useDraft } from './useDraft';
import { useRulesForm } from './useRulesForm';

const ada = { guardId: 'ada', form: 'long' };
const photo = new File(['picture'], 'photo.jpg', { type: 'image/jpeg' });
const refused: Failure = { code: 409, message: 'no', userMessage: 'No', fields: {} };
type Answer = { ok: true } | { ok: false; error: Failure };

afterEach(() => deleteDraft(ada));

/** The key of the latest write. */
let writeKey = '';

/** A write whose results the test gives. */
function line() {
  const answers: ((answer: Answer) => void)[] = [];
  const send = (key = '') => {
    writeKey = key;
    return new Promise<Answer>((answer) => answers.push(answer));
  };
  return { answers, send };
}

function LongForm({ send, isDurable = true }: { send: ReturnType<typeof line>['send']; isDurable?: boolean }) {
  const form = useRulesForm(injuryFormRules, {
    defaults: { jobId: mockId(1), isOnJob: false, title: DEFAULT_TITLE, description: '', file: null },
    unsaved: 'your long form',
    onSubmit: async () => {
      if (isDurable) return draft.sendAs('the-write', send);
      const result = await send();
      if (result.ok) await draft.clear();
      return result;
    },
  });
  const draft: Draft = useDraft(form, ada);
  if (!draft.isReady) return <p>reading</p>;
  return (
    <form onSubmit={form.submit}>
      <TextArea label="Description" {...form.bind('description')} />
      <button type="button" onClick={() => form.set('file', photo)}>
        Add the photo
      </button>
      <button type="submit">Send</button>
      {draft.isStorageBlocked && <p>cannot keep</p>}
    </form>
  );
}

const description = () => screen.findByRole('textbox', { name: 'Description' });
const type = async (text: string) => {
  const field = await description();
  await act(async () => void fireEvent.change(field, { target: { value: text } }));
};
const kept = async () => (await readDraft(ada))?.values;
const settled = (work: () => void) => act(async () => work());

/** Fills in the form, and waits until the draft is stored. */
async function typed() {
  await type('My cousin');
  fireEvent.click(screen.getByRole('button', { name: 'Add the photo' }));
  await waitFor(async () => expect(await kept()).toMatchObject({ description: 'My cousin', file: expect.any(File) }));
}

/** Fills in and submits the form, and waits until the write has begun. `as`: the state that the outbox lists for a form that opens next. */
async function sent(as: WriteEntry['state'] | null = 'sending', isDurable = true) {
  const { send, answers } = line();
  const open = (listedAs = as) => {
    const shown = render(<LongForm send={send} isDurable={isDurable} />);
    if (listedAs) shown.portal.outbox.put(waitingWrite({ key: writeKey, state: listedAs }));
    return shown;
  };
  const first = open(null);
  await typed();
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(answers).toHaveLength(1));
  return {
    open,
    leave: first.unmount,
    isHeld: () => first.portal.unsaved.has('your draft'),
    answer: (answer: Answer) => settled(() => answers[0]?.(answer)),
  };
}

/** Whether a draft and a photo are stored. */
const left = async () => [(await kept()) !== undefined, await hasFiles('ada')];
const nothing = [false, false];
const offered = async (text: string) => {
  const field = await description();
  await waitFor(() => expect(field).toHaveValue(text));
};

it.each(['sending', 'on device'] as const)('opens empty while the write is “%s”', async (as) => {
  const { answer, leave, open } = await sent(as);
  leave();
  open();
  const field = await description();
  await act(async () => undefined);
  expect(field).toHaveValue('');
  await answer({ ok: true });
  await waitFor(async () => expect(await left()).toEqual(nothing));
});

it.each<[WriteEntry['state'], boolean]>([
  ['on device', true],
  ['sent', false],
])('opens empty after a reload when the outbox finds the write “%s”; keeps the draft: %j', async (state, isKept) => {
  const { leave, open } = await sent();
  leave();
  const { portal } = open(null);
  portal.outbox.unread.push(waitingWrite({ key: writeKey, state }));
  const field = await description();
  await act(async () => undefined);
  expect(field).toHaveValue('');
  await waitFor(async () => expect(await left()).toEqual([isKept, isKept]));
});

it('offers the draft again when the outbox cannot be read', async () => {
  const { leave, open } = await sent();
  leave();
  const read = jest.spyOn(open(null).portal.outbox, 'read').mockRejectedValue(new Error('no device'));
  await offered('My cousin');
  expect(read).toHaveBeenCalled();
});

it.each<[WriteEntry['state'], Answer]>([
  ['sending', { ok: true }],
  ['failed', { ok: false, error: refused }],
])('keeps text that was typed during the write after the form was unmounted: %s', async (state, outcome) => {
  const { answer, leave, open } = await sent(state);
  await type('My cousin fell');
  leave();
  await waitFor(async () => expect(await kept()).toMatchObject({ description: 'My cousin fell' }));
  await answer(outcome);
  await deleteSentDraft('ada', writeKey);
  open();
  await offered('My cousin fell');
  expect(await left()).toEqual([true, true]);
});

it('keeps a refused draft that is open again when its first write is repeated and succeeds', async () => {
  const { answer, leave, open } = await sent('failed');
  leave();
  await answer({ ok: false, error: refused });
  const again = open();
  await offered('My cousin');
  await waitFor(async () => expect((await readDraft(ada))?.sentAs).toBeUndefined());
  await deleteSentDraft('ada', writeKey);
  await type('My cousin fell');
  again.unmount();
  await waitFor(async () => expect(await kept()).toMatchObject({ description: 'My cousin fell', file: expect.any(File) }));
});

it.each([true, false])('deletes the draft after the write succeeded; form unmounted: %j', async (isLeft) => {
  const { answer, leave } = await sent();
  if (isLeft) leave();
  await answer({ ok: true });
  await waitFor(async () => expect(await left()).toEqual(nothing));
});

it.each<[string, WriteEntry['state'] | null]>([
  ['the outbox keeps none of it, as on a full device', null],
  ['it was refused', 'failed'],
])('offers the draft again when %s, so a closed page loses nothing', async (_why, as) => {
  const { leave, open } = await sent(as);
  leave();
  open();
  await offered('My cousin');
  expect(await kept()).toMatchObject({ file: expect.any(File) });
});

it.each<[string, boolean]>([
  ['with its form open', false],
  ['after its form was left', true],
])('turns a refused write into a draft with its photo again %s', async (_when, isLeft) => {
  const { answer, leave, open } = await sent('failed');
  if (isLeft) leave();
  await answer({ ok: false, error: refused });
  if (!isLeft) leave();
  open();
  await offered('My cousin');
  expect(await kept()).toMatchObject({ description: 'My cousin', file: expect.any(File) });
});

it('offers the draft again when the write was cancelled after the form was unmounted', async () => {
  const { answer, leave, open } = await sent(null);
  leave();
  await answer({ ok: false, error: dismissedFailure });
  open();
  await offered('My cousin');
  expect(await left()).toEqual([true, true]);
});

it('deletes only the draft of the write that was sent', async () => {
  const other = { ...ada, form: 'another' };
  await saveDraft(other, { text: 'Mine' }, { at: new Date().toISOString(), sentAs: 'another-write' });
  const { leave } = await sent();
  await saveDraft({ ...ada, guardId: 'bob' }, { text: 'His' }, { at: new Date().toISOString(), sentAs: writeKey });
  leave();
  await deleteSentDraft('ada', writeKey);
  expect(await left()).toEqual(nothing);
  expect((await readDraft(other))?.values).toEqual({ text: 'Mine' });
  expect((await readDraft({ ...ada, guardId: 'bob' }))?.values).toEqual({ text: 'His' });
  await Promise.all([deleteDraft(other), deleteDraft({ ...ada, guardId: 'bob' })]);
});

it('reports a device that stores no more during the write', async () => {
  const { send, answers } = line();
  render(<LongForm send={send} />);
  await typed();
  const full = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(answers).toHaveLength(1));
  expect(await screen.findByText('cannot keep')).toBeVisible();
  full.mockRestore();
});

it('blocks a module update during the write', async () => {
  const { answer, isHeld } = await sent();
  expect(isHeld()).toBe(true);
  await answer({ ok: true });
  await waitFor(() => expect(isHeld()).toBe(false));
});

it.each<[string, boolean, Answer]>([
  ['durable, and sent', true, { ok: true }],
  ['durable, and refused', true, { ok: false, error: refused }],
  ['saved in place', false, { ok: true }],
])('keeps text of a form that was opened again: the first one is %s', async (_how, isDurable, outcome) => {
  const { answer, leave, open } = await sent('sending', isDurable);
  leave();
  open();
  await type('Another one');
  await waitFor(async () => expect(await kept()).toMatchObject({ description: 'Another one' }));
  await answer(outcome);
  // The device works in sequence, so all earlier writes are done.
  await saveDraft({ ...ada, form: 'after it' }, {});
  expect(await kept()).toMatchObject({ description: 'Another one' });
  await deleteDraft({ ...ada, form: 'after it' });
});
