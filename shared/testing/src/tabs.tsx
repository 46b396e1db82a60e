/** BroadcastChannel and Web Locks for several tabs in one test. */
export class Channel extends EventTarget {
  static all: Channel[] = [];
  isFrozen = false;
  private readonly peers = Channel.all;
  constructor() {
    super();
    this.peers.push(this);
  }
  close() {
    this.peers.splice(this.peers.indexOf(this), 1);
  }
  postMessage(data: unknown) {
    for (const other of this.peers) if (other !== this && !other.isFrozen) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

type Work = () => Promise<unknown>;

interface Asked {
  run: Work;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Web Locks with one name. */
export function fakeLocks() {
  const gone = () => new DOMException('gone', 'AbortError');
  let held: Asked | null = null;
  const queue: Asked[] = [];
  const grant = (asked: Asked) => {
    held = asked;
    void Promise.resolve()
      .then(asked.run)
      .then(asked.resolve, asked.reject)
      .finally(() => held === asked && release());
  };
  const release = () => {
    held = null;
    const next = queue.shift();
    if (next) grant(next);
  };
  return {
    request(_name: string, ...given: [LockOptions, Work] | [Work]) {
      const run = given.at(-1) as Work;
      const { steal, signal } = given.length > 1 ? (given[0] as LockOptions) : {};
      return new Promise((resolve, reject) => {
        const asked = { run, resolve, reject };
        if (steal) held?.reject(gone());
        if (steal || !held) return grant(asked);
        queue.push(asked);
        signal?.addEventListener('abort', () => {
          queue.splice(queue.indexOf(asked), 1);
          reject(gone());
        });
      });
    },
    /** Closes the tab that owns the lock. */
    close: release,
  };
}

/** Installs both in the page of a test, with fake timers. */
export function pretendTabs() {
  jest.useFakeTimers();
  const locks = fakeLocks();
  Channel.all = [];
  Object.assign(globalThis, { BroadcastChannel: Channel });
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return locks;
}

export function forgetTabs() {
  jest.restoreAllMocks();
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  Reflect.deleteProperty(navigator, 'locks');
}
