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

interface LockRequest {
  run: Work;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Web Locks with one name. */
export function fakeLocks() {
  const abortError = () => new DOMException('gone', 'AbortError');
  let owner: LockRequest | null = null;
  const queue: LockRequest[] = [];
  const grant = (request: LockRequest) => {
    owner = request;
    void Promise.resolve()
      .then(request.run)
      .then(request.resolve, request.reject)
      .finally(() => owner === request && release());
  };
  const release = () => {
    owner = null;
    const next = queue.shift();
    if (next) grant(next);
  };
  return {
    request(_name: string, ...given: [LockOptions, Work] | [Work]) {
      const run = given.at(-1) as Work;
      const { steal, signal } = given.length > 1 ? (given[0] as LockOptions) : {};
      return new Promise((resolve, reject) => {
        const request = { run, resolve, reject };
        if (steal) owner?.reject(abortError());
        if (steal || !owner) return grant(request);
        queue.push(request);
        signal?.addEventListener('abort', () => {
          queue.splice(queue.indexOf(request), 1);
          reject(abortError());
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
