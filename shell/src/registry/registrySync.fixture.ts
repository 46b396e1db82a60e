import type { Registry } from '@portal/mf-kit/module';
import type { PageData } from '../platform/pageData';
import { signal } from '../platform/signal';
import { createRegistry } from './moduleRegistry';
import { syncRegistry } from './registrySync';

export const revision = (number: number): Registry => ({ revision: number, modules: {} }) as unknown as Registry;

/** A stream that a test opens, breaks and ends. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 0;
  constructor() {
    super();
    FakeEventSource.all.push(this);
  }
  emit(number: number, more = {}) {
    this.dispatchEvent(new MessageEvent('revision', { data: JSON.stringify({ revision: number, ...more }) }));
  }
  become(state: number, event: 'open' | 'error') {
    this.readyState = state;
    this.dispatchEvent(new Event(event));
  }
  close() {
    this.readyState = 2;
  }
}

/** The reply of a portal host. `more`: its signatures. jsdom has no streams. */
export const replyOf = (served: Registry, more: object = {}) => ({
  ok: true,
  body: {
    getReader() {
      const parts = [new TextEncoder().encode(JSON.stringify({ document: JSON.stringify(served), signature: '', ...more }))];
      return { read: async () => ({ value: parts.pop() }) };
    },
  },
});

/** A portal host that signs nothing, for tests with fake timers: they cannot wait for WebCrypto. */
export const keyless = { opsKey: '', timestampKey: '', timestamp: null };

/** A page at revision 1. */
export function openPage(page: Pick<PageData, 'opsKey' | 'timestampKey' | 'timestamp'>, reply: object) {
  Object.assign(globalThis, { fetch: jest.fn(async () => reply), EventSource: FakeEventSource });
  FakeEventSource.all = [];
  const leads = signal(true);
  const registry = createRegistry(revision(1), {});
  const refused: string[] = [];
  syncRegistry({ registry, page, leads, onRefused: (why) => refused.push(why) });
  goOnline();
  const serve = (next: object) => void jest.mocked(globalThis.fetch).mockImplementation(async () => next as Response);
  return { registry, refused, leads, serve, fetchCount: () => jest.mocked(globalThis.fetch).mock.calls.length };
}

export const goOnline = () => window.dispatchEvent(new Event('online'));
