import '@portal/testing/deviceStorage';
import { leaveRules } from '@portal/contracts/leave/leave.rules';
import { renderScreen } from '@portal/testing/renderScreen';
import { TextArea } from '@portal/ui/TextArea';
import { act, fireEvent, screen } from '@testing-library/react';
import { deleteDraft, readDraft } from './draftStore';
import { useDraft } from './useDraft';
import { useRulesForm } from './useRulesForm';

const ada = { guardId: 'ada', form: 'typing' };
afterEach(async () => {
  jest.useRealTimers();
  await deleteDraft(ada);
});

function LongForm() {
  const form = useRulesForm(leaveRules, {
    defaults: { leaveTitle: '', leaveDescription: '' },
    unsaved: 'your long form',
    onSubmit: async () => ({ ok: true }),
  });
  const draft = useDraft(form, ada);
  return (
    <>
      {draft.isReady && <TextArea label="Description" {...form.bind('leaveDescription')} />}
      <button type="button" onClick={() => void draft.clear()}>
        Saved
      </button>
    </>
  );
}
const type = (text: string) => act(async () => void fireEvent.change(screen.getByLabelText('Description'), { target: { value: text } }));
/** Advances the fake clock to the write of the draft, then waits in real time, so that a slow write meets no fake deadline. */
const kept = (text: string) =>
  act(async () => {
    jest.advanceTimersByTime(400);
    for (;;) if ((await readDraft(ada))?.values.leaveDescription === text) return;
  });

it('blocks a module update while the guard types, and leaves without a question', async () => {
  const { portal } = renderScreen(<LongForm />);
  await screen.findByLabelText('Description');
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask'] });
  await type('My');
  await kept('My');
  expect([...portal.unsaved]).toEqual(['your draft']);
  act(() => jest.advanceTimersByTime(29_000));
  await type('My cousin');
  await kept('My cousin');
  act(() => jest.advanceTimersByTime(29_000));
  expect([...portal.unsaved]).toEqual(['your draft']);
  act(() => portal.navigate('/elsewhere'));
  expect(portal.questions).toEqual([]);
  act(() => jest.advanceTimersByTime(2000));
  expect([...portal.unsaved]).toEqual([]);
});

it.each([
  ['it was saved', () => fireEvent.click(screen.getByRole('button', { name: 'Saved' }))],
  ['the form is gone', ({ unmount }: ReturnType<typeof renderScreen>) => unmount()],
])('releases the module update when %s', async (_what, end) => {
  const rendered = renderScreen(<LongForm />);
  await screen.findByLabelText('Description');
  await type('My cousin');
  expect([...rendered.portal.unsaved]).toEqual(['your draft']);
  await act(async () => end(rendered));
  expect([...rendered.portal.unsaved]).toEqual([]);
});
