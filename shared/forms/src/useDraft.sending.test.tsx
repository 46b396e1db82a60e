import '@portal/testing/deviceStorage';
import { DEFAULT_TITLE, injuryForm } from '@portal/contracts/injuries/injuries.rules';
import { dismissed } from '@portal/mf-kit/failure';
import type { Failure, WriteState } from '@portal/mf-kit/portal';
import { mockId } from '@portal/testing/ids';
import { renderScreen as render } from '@portal/testing/renderScreen';
import { TextArea } from '@portal/ui/TextArea';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { dropDraft, keepDraft, readDraft } from './drafts';
import { type Draft, useDraft } from './useDraft';
import { useRulesForm } from './useRulesForm';

const ada = { guardId: 'ada', form: 'long' };
const photo = new File(['picture'], 'photo.jpg', { type: 'image/jpeg' });
const refused: Failure = { code: 409, message: 'no', userMessage: 'No', fields: {} };
type Answer = { ok: true } | { ok: false; error: Failure };

afterEach(() => dropDraft(ada));

/** A write whose course the test leads. */
function line() {
  const writes: { tell: (state: WriteState) => void; answer: (answer: Answer) => void }[] = [];
  const send = (tell: (state: WriteState, at: string) => void) =>
    new Promise<Answer>((answer) => writes.push({ tell: (state) => tell(state, ''), answer }));
  return { send, writes };
}

function LongForm({ send, isDurable = true }: { send: ReturnType<typeof line>['send']; isDurable?: boolean }) {
  const form = useRulesForm(injuryForm, {
    defaults: { jobId: mockId(1), isOnJob: false, title: DEFAULT_TITLE, description: '', file: null },
    unsaved: 'your long form',
    onSubmit: async () => {
      if (isDurable) return draft.whileSent(send);
      const result = await send(() => undefined);
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

/** Types, sends, and comes as far as the write has begun. */
async function sent({ isDurable = true } = {}) {
  const { send, writes } = line();
  const open = () => render(<LongForm send={send} isDurable={isDurable} />);
  const first = open();
  await type('My cousin');
  fireEvent.click(screen.getByRole('button', { name: 'Add the photo' }));
  await waitFor(async () => expect(await kept()).toMatchObject({ description: 'My cousin', file: expect.any(File) }));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(writes).toHaveLength(1));
  const write = writes[0] as (typeof writes)[number];
  return { ...write, open, leave: first.unmount, writes };
}

it('whoever comes back while it is under way is not offered the same text again', async () => {
  const { tell, answer, leave, open } = await sent();
  await settled(() => tell('sending'));
  leave();
  open();
  expect(await description()).toHaveValue('');
  await settled(() => answer({ ok: true }));
  await waitFor(async () => expect(await kept()).toBeUndefined());
});

it('a form that was left while its write waits for the device is forgotten once the outbox has it', async () => {
  const { tell, answer, leave, open } = await sent();
  leave();
  await settled(() => tell('on device'));
  await settled(() => answer({ ok: true }));
  open();
  expect(await description()).toHaveValue('');
});

it('what waits on the device and is sent later makes no draft again', async () => {
  const { tell, answer } = await sent();
  await settled(() => tell('on device'));
  await settled(() => answer({ ok: true }));
  await waitFor(async () => expect(await kept()).toBeUndefined());
  await settled(() => tell('sending'));
  await settled(() => tell('sent'));
  await keepDraft({ ...ada, form: 'after it' }, {});
  expect(await kept()).toBeUndefined();
  await dropDraft({ ...ada, form: 'after it' });
});

it.each<[string, boolean]>([
  ['with its form open', false],
  ['after its form was left', true],
])('one that is refused %s is a draft again, its photo with it', async (_when, isLeft) => {
  const { tell, answer, leave, open } = await sent();
  await settled(() => tell('sending'));
  expect(await kept()).toBeUndefined();
  if (isLeft) leave();
  await settled(() => answer({ ok: false, error: refused }));
  await waitFor(async () => expect(await kept()).toMatchObject({ description: 'My cousin', file: expect.any(File) }));
  if (!isLeft) leave();
  open();
  expect(await description()).toHaveValue('My cousin');
});

it('one that the guard took off the device after leaving does not come back', async () => {
  const { tell, answer, leave } = await sent();
  await settled(() => tell('sending'));
  leave();
  await settled(() => answer({ ok: false, error: dismissed }));
  await waitFor(async () => expect(await kept()).toBeUndefined());
});

it.each<[string, boolean, Answer]>([
  ['durable, and sent', true, { ok: true }],
  ['durable, and refused', true, { ok: false, error: refused }],
  ['saved in place', false, { ok: true }],
])('what was typed into the form that was opened anew stays: the first one is %s', async (_how, isDurable, outcome) => {
  const { tell, answer, leave, open } = await sent({ isDurable });
  if (isDurable) await settled(() => tell('sending'));
  leave();
  open();
  await type('Another one');
  await waitFor(async () => expect(await kept()).toMatchObject({ description: 'Another one' }));
  await settled(() => answer(outcome));
  // The device does one thing after the other.
  await keepDraft({ ...ada, form: 'after it' }, {});
  expect(await kept()).toMatchObject({ description: 'Another one' });
  await dropDraft({ ...ada, form: 'after it' });
});
