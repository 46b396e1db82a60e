import { setCookie } from '@portal/device/storage';
import { DRAW_COOKIE } from '@portal/mf-kit/canary';
import type { Registry } from '@portal/mf-kit/module';
import { serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { Session } from '@portal/mf-kit/portal';
import { fakeCaches } from '@portal/testing/caches';
import { signal } from '../platform/signal';
import { createRegistry } from '../registry/moduleRegistry';
import { syncServiceWorker } from './workerSync';

const registryOf = (revision: number, more: Partial<Registry> = {}) =>
  ({
    revision,
    shell: { version: '1.0.0', quarantined: {} },
    modules: { 'mf-jobs': { version: `1.${revision}.0`, canary: null, quarantined: { '1.0.9': 'blank list' } } },
    ...more,
  }) as unknown as Registry;

/** The loaded files, as the browser reports them. */
let load: (...urls: string[]) => void;
class Observer {
  constructor(notify: (list: { getEntries(): { name: string }[] }) => void) {
    load = (...urls) => notify({ getEntries: () => urls.map((name) => ({ name: new URL(name, window.location.origin).href })) });
  }
  observe() {
    load(
      '/modules/mf-jobs/1.1.0/on-job.1c5e1fac.js',
      '/modules/mf-jobs/1.1.0/on-job.1c5e1fac.js?try=1',
      '/v1/shift/current',
      'https://maps.example/modules/x.js',
    );
  }
}

function page({ isLoggedIn = true, off = false, refuses = false } = {}) {
  const session = signal<Session | null>(isLoggedIn ? ({ guardId: 'ana' } as Session) : null);
  const registry = createRegistry(registryOf(1, off ? { workerOff: { by: 'ana', at: '', why: '' } } : {}), {});
  const messages: unknown[] = [];
  const update = jest.fn(async () => undefined);
  const register = jest.fn(async (_path: string, _options: object) => {
    if (refuses) throw new DOMException('no storage for this site');
  });
  const workers = Object.assign(new EventTarget(), {
    register,
    ready: Promise.resolve({ active: { postMessage: (message: unknown) => messages.push(message) } }),
    getRegistration: async () => ({ update }),
    startMessages: () => undefined,
  });
  const report = jest.fn();
  syncServiceWorker({
    session: { current: session.get, subscribe: session.subscribe } as never,
    registry,
    report,
    workers: workers as unknown as ServiceWorkerContainer,
  });
  return { session, registry, messages, update, register, workers, report, settled: () => jest.advanceTimersByTimeAsync(3_000) };
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { PerformanceObserver: Observer });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'PerformanceObserver');
  Reflect.deleteProperty(globalThis, 'caches');
});

it('sends the number of the device, the versions and the loaded files to the worker after three seconds', async () => {
  setCookie(DRAW_COOKIE, '42');
  const { messages, register, settled } = page();
  expect(register).not.toHaveBeenCalled();
  await settled();
  expect(register).toHaveBeenCalledWith(serviceWorkerPath, { updateViaCache: 'none' });
  const visit = {
    revision: 1,
    draw: 42,
    versions: { 'mf-jobs': '1.1.0' },
    files: ['/modules/mf-jobs/1.1.0/on-job.1c5e1fac.js'],
    takenBack: { shell: [], 'mf-jobs': ['1.0.9'] },
  };
  expect(messages).toEqual([{ keep: visit }]);
  load('/modules/mf-jobs/1.1.0/history.05061ffd.js');
  await settled();
  expect(messages.at(-1)).toEqual({ keep: { ...visit, files: [...visit.files, '/modules/mf-jobs/1.1.0/history.05061ffd.js'] } });
  load('/modules/mf-jobs/1.1.0/history.05061ffd.js');
  await settled();
  expect(messages).toHaveLength(2);
});

it('registers no worker without a session', async () => {
  const { session, register, settled } = page({ isLoggedIn: false });
  await settled();
  expect(register).not.toHaveBeenCalled();
  session.set({ guardId: 'ana' } as Session);
  await settled();
  expect(register).toHaveBeenCalledTimes(1);
});

it('sends a new revision without a pause, and updates the worker', async () => {
  const { registry, messages, update } = page();
  registry.apply(registryOf(2));
  await jest.advanceTimersByTimeAsync(0);
  expect(messages).toEqual([{ keep: expect.objectContaining({ revision: 2, versions: { 'mf-jobs': '1.2.0' } }) }]);
  expect(update).toHaveBeenCalled();
});

it('registers no worker while it is switched off, and deletes its caches with and without a session', async () => {
  const { caches, held } = fakeCaches();
  await caches.open('portal-files');
  await caches.open('of-another');
  Object.assign(globalThis, { caches });
  const { register, update, settled } = page({ off: true, isLoggedIn: false });
  await settled();
  expect([register.mock.calls, update.mock.calls.length, held()]).toEqual([[], 1, { 'of-another': [] }]);
});

it('deletes the caches of a worker that is switched off although its update fails, and updates it again', async () => {
  const { caches, held } = fakeCaches();
  await caches.open('portal-files');
  Object.assign(globalThis, { caches });
  const { update, report, settled } = page({ off: true });
  update.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await settled();
  expect([update.mock.calls.length, held(), report.mock.calls]).toEqual([1, {}, [[{ event: 'worker', detail: 'Failed to fetch' }]]]);
  const updatesAfter = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    return update.mock.calls.length;
  };
  expect([await updatesAfter(29_999), await updatesAfter(1)]).toEqual([1, 2]);
  window.dispatchEvent(new Event('online'));
  expect([await updatesAfter(0), await updatesAfter(3_600_000)]).toEqual([3, 3]);
});

it('updates a worker that is switched off although its caches cannot be read', async () => {
  Object.assign(globalThis, { caches: { keys: () => Promise.reject(new Error('no storage')) } });
  const { update, report, settled } = page({ off: true });
  await settled();
  expect([update.mock.calls.length, report.mock.calls]).toEqual([1, [[{ event: 'worker', detail: 'no storage' }]]]);
});

it('reports why the worker failed, and continues', async () => {
  const { report, settled } = page({ refuses: true });
  await settled();
  expect(report).toHaveBeenCalledWith({ event: 'worker', detail: 'no storage for this site' });
});

it('reports the worker’s failure', async () => {
  const { workers, report } = page();
  workers.dispatchEvent(new MessageEvent('message', { data: { push: {} } }));
  workers.dispatchEvent(new MessageEvent('message', { data: { notKept: 'a.js is not the listed file' } }));
  expect(report.mock.calls).toEqual([[{ event: 'worker', detail: 'a.js is not the listed file' }]]);
});

it('sends a failed visit again with doubling pauses, and immediately when the network returns', async () => {
  const { workers, messages, settled } = page();
  await settled();
  const failed = () => workers.dispatchEvent(new MessageEvent('message', { data: { notKept: 'Failed to fetch' } }));
  const messagesAfter = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    return messages.length;
  };
  failed();
  expect([await messagesAfter(29_999), await messagesAfter(1), await messagesAfter(3_600_000)]).toEqual([1, 2, 2]);
  failed();
  expect([await messagesAfter(59_999), await messagesAfter(1)]).toEqual([2, 3]);
  failed();
  window.dispatchEvent(new Event('online'));
  expect([await messagesAfter(0), await messagesAfter(3_600_000)]).toEqual([4, 4]);
  window.dispatchEvent(new Event('online'));
  expect(await messagesAfter(0)).toBe(4);
});
