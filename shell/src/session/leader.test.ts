import type { Signal } from '../boot/signal';
import { lead } from './leader';

/** The browser's line between tabs and its locks, for several tabs in one test. */
class Channel extends EventTarget {
  static all: Channel[] = [];
  isFrozen = false;
  private readonly peers = Channel.all;
  constructor() {
    super();
    this.peers.push(this);
  }
  postMessage(data: unknown) {
    for (const other of this.peers) if (other !== this && !other.isFrozen) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

interface Asked {
  run: () => Promise<unknown>;
  reject: (error: DOMException) => void;
}

function fakeLocks() {
  const gone = () => new DOMException('gone', 'AbortError');
  let held: Asked | null = null;
  const queue: Asked[] = [];
  const grant = (asked: Asked) => {
    held = asked;
    void Promise.resolve().then(asked.run);
  };
  return {
    request: (_name: string, { steal, signal }: LockOptions, run: () => Promise<unknown>) =>
      new Promise((_resolve, reject) => {
        const asked = { run, reject };
        if (steal) held?.reject(gone());
        if (steal || !held) return grant(asked);
        queue.push(asked);
        signal?.addEventListener('abort', () => {
          queue.splice(queue.indexOf(asked), 1);
          reject(gone());
        });
      }),
    /** The tab that holds it closes. */
    close() {
      held = null;
      const next = queue.shift();
      if (next) grant(next);
    },
  };
}

let locks: ReturnType<typeof fakeLocks>;
beforeEach(() => {
  jest.useFakeTimers();
  locks = fakeLocks();
  Channel.all = [];
  Object.assign(globalThis, { BroadcastChannel: Channel });
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  Reflect.deleteProperty(navigator, 'locks');
});

const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const leading = (tabs: Signal<boolean>[]) => tabs.map((tab) => tab.get());

it('gives the lead to one tab, and to the next when that one closes', async () => {
  const tabs = [lead('a'), lead('a')];
  await pass(60_000);
  expect(leading(tabs)).toEqual([true, false]);
  locks.close();
  await pass();
  expect(tabs[1]?.get()).toBe(true);
});

it('takes the lead from a tab that does not answer, which gives it up when it wakes', async () => {
  const tabs = [lead('a'), lead('a')];
  await pass(20_000);
  const [first] = Channel.all;
  if (first) first.isFrozen = true;
  await pass(8000);
  expect(leading(tabs)).toEqual([false, true]);
  if (first) first.isFrozen = false;
  await pass(60_000);
  expect(leading(tabs)).toEqual([false, true]);
});

it('takes it again from the one that took it', async () => {
  const tabs = [lead('a'), lead('a')];
  await pass();
  const [first, second] = Channel.all;
  if (first) first.isFrozen = true;
  await pass(8000);
  if (first && second) [first.isFrozen, second.isFrozen] = [false, true];
  await pass(8000);
  expect(leading(tabs)).toEqual([true, false]);
});

it('leaves it where it is while nobody looks', async () => {
  const tabs = [lead('a'), lead('a')];
  await pass();
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const [first] = Channel.all;
  if (first) first.isFrozen = true;
  await pass(60_000);
  expect(leading(tabs)).toEqual([true, false]);
  jest.restoreAllMocks();
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(3000);
  expect(leading(tabs)).toEqual([false, true]);
});

it.each([
  ['no locks', () => Reflect.deleteProperty(navigator, 'locks')],
  ['no line between tabs', () => Reflect.deleteProperty(globalThis, 'BroadcastChannel')],
  ['locks that are refused', () => Object.assign(locks, { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) })],
])('every tab leads where there are %s', async (_what, lose) => {
  lose();
  const tabs = [lead('a'), lead('a')];
  await pass();
  expect(leading(tabs)).toEqual([true, true]);
});
