import { ASK_MS, type ProbeMessage, probeLockOwner } from './lockOwnerProbe';

function open() {
  const said: ProbeMessage[] = [];
  const state = { holds: false, wants: true };
  const take = jest.fn();
  let hear: (word: ProbeMessage) => void = () => undefined;
  const line = {
    post: (word: ProbeMessage) => void said.push(word),
    listen: (listener: typeof hear) => {
      hear = listener;
    },
  };
  const { ask } = probeLockOwner(line, { isOwner: () => state.holds, isWaiting: () => state.wants, steal: take });
  return { said, state, take, ask, hear: (word: ProbeMessage) => hear(word) };
}
const look = (how: DocumentVisibilityState) => jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(how);

beforeEach(() => {
  jest.useFakeTimers();
  look('visible');
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('probes the owner, and steals the lock after three seconds without an answer', () => {
  const { said, take, ask } = open();
  ask();
  expect(said).toEqual(['alive?']);
  jest.advanceTimersByTime(2999);
  expect(take).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(take).toHaveBeenCalledTimes(1);
  ask();
  expect(said).toEqual(['alive?', 'alive?']);
});

it('sends one probe at a time', () => {
  const { said, take, ask } = open();
  ask();
  ask();
  jest.advanceTimersByTime(3000);
  expect([said.length, take.mock.calls.length]).toEqual([1, 1]);
});

it('does not steal from an owner that answered, and probes it again', () => {
  const { said, take, ask, hear } = open();
  ask();
  hear('alive');
  jest.advanceTimersByTime(60_000);
  expect(take).not.toHaveBeenCalled();
  ask();
  expect(said).toEqual(['alive?', 'alive?']);
});

it.each([
  ['does not wait', { wants: false }, 'visible'],
  ['is hidden', {}, 'hidden'],
] as const)('asks nothing while this tab %s', (_what, over, how) => {
  const { said, state, take, ask } = open();
  Object.assign(state, over);
  look(how);
  ask();
  jest.advanceTimersByTime(60_000);
  expect([said, take.mock.calls]).toEqual([[], []]);
});

it.each([
  ['does not wait any more', { wants: false }, 'visible'],
  ['is hidden now', {}, 'hidden'],
] as const)('takes nothing when this tab %s at the end', (_what, over, how) => {
  const { state, take, ask } = open();
  ask();
  Object.assign(state, over);
  look(how);
  jest.advanceTimersByTime(3000);
  expect(take).not.toHaveBeenCalled();
});

it('answers only while it owns the lock', () => {
  const { said, state, hear } = open();
  hear('alive?');
  expect(said).toEqual([]);
  state.holds = true;
  hear('alive?');
  hear('alive');
  expect(said).toEqual(['alive']);
  expect(ASK_MS).toBe(5000);
});
