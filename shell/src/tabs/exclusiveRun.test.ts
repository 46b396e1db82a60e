import { Channel, forgetTabs, pretendTabs } from '@portal/testing/tabs';
import { createExclusiveRun } from './exclusiveRun';

let locks: ReturnType<typeof pretendTabs>;
beforeEach(() => {
  locks = pretendTabs();
});
afterEach(forgetTabs);

const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

/** Work that the test ends. */
function work() {
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isMine: () => boolean = () => false;
  const run = jest.fn((ownChannel: () => boolean) => {
    isMine = ownChannel;
    return done;
  });
  return { run, end: () => end(), isMine: () => isMine() };
}

it('runs in each tab in sequence, however long a responsive tab takes', async () => {
  const [one, two] = [work(), work()];
  const first = createExclusiveRun('a')(one.run);
  const second = createExclusiveRun('a')(two.run);
  await pass(120_000);
  expect([one.isMine(), two.run.mock.calls.length]).toEqual([true, 0]);
  one.end();
  await first;
  await pass();
  expect([two.run.mock.calls.length, two.isMine()]).toEqual([1, true]);
  two.end();
  await second;
});

it('steals the lock of a tab that does not answer; that tab starts nothing more', async () => {
  const [one, two] = [work(), work()];
  const first = createExclusiveRun('a')(one.run);
  await pass();
  const second = createExclusiveRun('a')(two.run);
  for (const channel of Channel.all.slice(0, 1)) channel.isFrozen = true;
  await pass(8000);
  expect([one.isMine(), two.isMine()]).toEqual([false, true]);
  one.end();
  two.end();
  await Promise.all([first, second]);
  expect([one.run, two.run].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('announces the new lock owner to a tab that probed the previous one', async () => {
  const [one, two, three] = [work(), work(), work()];
  void createExclusiveRun('a')(one.run);
  await pass();
  void createExclusiveRun('a')(two.run);
  await pass(1000);
  void createExclusiveRun('a')(three.run);
  for (const channel of Channel.all.slice(0, 1)) channel.isFrozen = true;
  // The second tab probes after five seconds and steals three seconds later. The third tab has probed one second after the second, and would steal one second after it.
  await pass(11_000);
  expect([one.isMine(), two.isMine(), three.run.mock.calls.length]).toEqual([false, true, 0]);
});

it('does not answer probes once its work is done', async () => {
  const [one, two, three] = [work(), work(), work()];
  const first = createExclusiveRun('a')(one.run);
  await pass();
  one.end();
  await first;
  void createExclusiveRun('a')(two.run);
  await pass();
  const [, second] = Channel.all;
  if (second) second.isFrozen = true;
  void createExclusiveRun('a')(three.run);
  await pass(8000);
  expect([two.isMine(), three.isMine()]).toEqual([false, true]);
});

it('waits without limit when tabs have no channel', async () => {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  const [one, two] = [work(), work()];
  void createExclusiveRun('a')(one.run);
  await pass();
  void createExclusiveRun('a')(two.run);
  await pass(60_000);
  expect([one.isMine(), two.run.mock.calls.length]).toEqual([true, 0]);
});

it('probes on its own channel', () => {
  const opened: string[] = [];
  class Named extends Channel {
    constructor(name: string) {
      super();
      opened.push(name);
    }
  }
  Object.assign(globalThis, { BroadcastChannel: Named });
  createExclusiveRun('portal.outbox');
  expect(opened).toEqual(['portal.outbox.turn']);
});

it('steals nothing while the page is hidden', async () => {
  const [one, two] = [work(), work()];
  void createExclusiveRun('a')(one.run);
  await pass();
  void createExclusiveRun('a')(two.run);
  for (const channel of Channel.all.slice(0, 1)) channel.isFrozen = true;
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(60_000);
  expect([one.isMine(), two.run.mock.calls.length]).toEqual([true, 0]);
});

it('runs again after its lock was stolen, and rejects as the work does', async () => {
  const [one, two, three] = [work(), work(), work()];
  const runExclusive = createExclusiveRun('a');
  const first = runExclusive(one.run);
  await pass();
  const second = createExclusiveRun('a')(two.run);
  const [ownChannel] = Channel.all;
  if (ownChannel) ownChannel.isFrozen = true;
  await pass(8000);
  if (ownChannel) ownChannel.isFrozen = false;
  one.end();
  await first;
  const third = runExclusive(three.run);
  await pass(60_000);
  expect(three.run).not.toHaveBeenCalled();
  two.end();
  await second;
  await pass();
  expect(three.isMine()).toBe(true);
  three.end();
  await third;
  await expect(runExclusive(() => Promise.reject(new Error('no device')))).rejects.toThrow('no device');
});

it.each([
  ['no locks', () => Reflect.deleteProperty(navigator, 'locks')],
  ['no channel between tabs', () => Reflect.deleteProperty(globalThis, 'BroadcastChannel')],
  ['locks that are refused', () => Object.assign(locks, { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) })],
  ['locks that never answer', () => Object.assign(locks, { request: () => new Promise(() => undefined) })],
])('runs with %s', async (_what, lose) => {
  lose();
  const one = work();
  const done = createExclusiveRun('a')(one.run);
  await pass(12_000);
  expect([one.run.mock.calls.length, one.isMine()]).toEqual([1, true]);
  one.end();
  await done;
});
