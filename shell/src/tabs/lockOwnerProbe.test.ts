import { ASK_MS, type ProbeMessage, probeLockOwner } from './lockOwnerProbe';

function open() {
  const posted: ProbeMessage[] = [];
  const state = { isOwner: false, isWaiting: true };
  const steal = jest.fn();
  let receive: (message: ProbeMessage) => void = () => undefined;
  const tabs = {
    post: (message: ProbeMessage) => void posted.push(message),
    listen: (listener: typeof receive) => {
      receive = listener;
    },
  };
  const { ask } = probeLockOwner(tabs, { isOwner: () => state.isOwner, isWaiting: () => state.isWaiting, steal });
  return { posted, state, steal, ask, receive: (message: ProbeMessage) => receive(message) };
}
const setVisibility = (how: DocumentVisibilityState) => jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(how);

beforeEach(() => {
  jest.useFakeTimers();
  setVisibility('visible');
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('probes the owner, and steals the lock after three seconds without an answer', () => {
  const { posted, steal, ask } = open();
  ask();
  expect(posted).toEqual(['alive?']);
  jest.advanceTimersByTime(2999);
  expect(steal).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(steal).toHaveBeenCalledTimes(1);
  ask();
  expect(posted).toEqual(['alive?', 'alive?']);
});

it('sends one probe at a time', () => {
  const { posted, steal, ask } = open();
  ask();
  ask();
  jest.advanceTimersByTime(3000);
  expect([posted.length, steal.mock.calls.length]).toEqual([1, 1]);
});

it('does not steal from an owner that answered, and probes it again', () => {
  const { posted, steal, ask, receive } = open();
  ask();
  receive('alive');
  jest.advanceTimersByTime(60_000);
  expect(steal).not.toHaveBeenCalled();
  ask();
  expect(posted).toEqual(['alive?', 'alive?']);
});

it.each([
  ['does not wait', { isWaiting: false }, 'visible'],
  ['is hidden', {}, 'hidden'],
] as const)('asks nothing while this tab %s', (_what, over, how) => {
  const { posted, state, steal, ask } = open();
  Object.assign(state, over);
  setVisibility(how);
  ask();
  jest.advanceTimersByTime(60_000);
  expect([posted, steal.mock.calls]).toEqual([[], []]);
});

it.each([
  ['does not wait any more', { isWaiting: false }, 'visible'],
  ['is hidden now', {}, 'hidden'],
] as const)('takes nothing when this tab %s at the end', (_what, over, how) => {
  const { state, steal, ask } = open();
  ask();
  Object.assign(state, over);
  setVisibility(how);
  jest.advanceTimersByTime(3000);
  expect(steal).not.toHaveBeenCalled();
});

it('answers only while it owns the lock', () => {
  const { posted, state, receive } = open();
  receive('alive?');
  expect(posted).toEqual([]);
  state.isOwner = true;
  receive('alive?');
  receive('alive');
  expect(posted).toEqual(['alive']);
  expect(ASK_MS).toBe(5000);
});
