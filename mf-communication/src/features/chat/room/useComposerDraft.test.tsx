import { readDraft, saveDraft } from '@portal/forms/draftStore';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { renderScreen } from '@portal/testing/renderScreen';
import { Channel } from '@portal/testing/tabs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { useComposerDraft } from './useComposerDraft';

jest.mock('@portal/forms/draftStore', () => {
  const real = jest.requireActual<typeof import('@portal/forms/draftStore')>('@portal/forms/draftStore');
  return { ...real, readDraft: jest.fn(real.readDraft) };
});
const key = { guardId: 'ada', form: 'chat-lobby' };
const real = jest.requireActual<typeof import('@portal/forms/draftStore')>('@portal/forms/draftStore');
const storedValues = async () => (await real.readDraft(key))?.values;

function Box() {
  const box = useRef<HTMLTextAreaElement>(null);
  const draft = useComposerDraft(box, 'ada', 'lobby');
  return (
    <>
      <textarea ref={box} aria-label="Message" onChange={draft.typed} />
      <button type="button" onClick={draft.clear}>
        Sent
      </button>
    </>
  );
}
const box = () => screen.getByRole('textbox', { name: 'Message' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

/** A composer whose stored draft arrives when the test decides. */
async function openUnread() {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask'] });
  let answer: () => void = () => undefined;
  jest.mocked(readDraft).mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return real.readDraft(key);
  });
  const shown = renderScreen(<Box />);
  await act(() => jest.advanceTimersByTimeAsync(3000));
  jest.useRealTimers();
  return { ...shown, answers: () => act(async () => answer()) };
}

beforeEach(() => saveDraft(key, { message: 'Older' }));
afterEach(async () => {
  jest.useRealTimers();
  await emptyDevice();
});

it('fills a late draft into an empty composer', async () => {
  const { answers } = await openUnread();
  await answers();
  await waitFor(() => expect(box()).toHaveValue('Older'));
});

it('keeps the text that is being typed instead of a late draft, and stores it', async () => {
  const { answers, portal } = await openUnread();
  type('Newer');
  expect([...portal.unsaved]).toEqual(['your message']);
  await answers();
  await waitFor(async () => expect(await storedValues()).toEqual({ message: 'Newer' }));
  expect(box()).toHaveValue('Newer');
  await waitFor(() => expect(portal.unsaved.size).toBe(0));
  type('Newest');
  await waitFor(async () => expect(await storedValues()).toEqual({ message: 'Newest' }));
});

it('empties the composer of another tab with the same message when this tab sends it', async () => {
  Channel.all = [];
  Object.assign(globalThis, { BroadcastChannel: Channel });
  try {
    const [one, other] = [renderScreen(<Box />), renderScreen(<Box />)].map(({ container }) => within(container));
    const boxes = [one, other].map((tab) => tab?.getByRole('textbox'));
    for (const each of boxes) fireEvent.change(each as HTMLElement, { target: { value: 'On my way' } });
    fireEvent.click(one?.getByRole('button', { name: 'Sent' }) as HTMLElement);
    for (const each of boxes) expect(each).toHaveValue('');
  } finally {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  }
});
