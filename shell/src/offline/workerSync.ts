import { cookie } from '@portal/device/storage';
import { withStorageDeadline } from '@portal/device/storageDeadline';
import { DRAW_COOKIE, readDraw } from '@portal/mf-kit/canary';
import { CACHE_PREFIX } from '@portal/mf-kit/offlineCacheNames';
import { serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { Portal } from '@portal/mf-kit/portal';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import type { SessionCore } from '../session/session';
import type { Visit } from '../worker/offlineCache';

/** The files of a screen are loaded after this time. */
const SETTLED_MS = 3_000;
/** The first pause before files are requested again. Each pause doubles. */
const AGAIN_MS = 30_000;
const MOST_AGAIN_MS = 15 * 60_000;

export interface WorkerSyncDeps {
  session: SessionCore;
  registry: ModuleRegistry;
  report: Portal['telemetry'];
  workers: ServiceWorkerContainer;
}

/** The paths of the module files that this page has loaded. */
function loadedFiles(onMore: () => void): () => string[] {
  const paths = new Set<string>();
  new PerformanceObserver((list) => {
    const before = paths.size;
    for (const { name } of list.getEntries()) {
      const { origin, pathname, search } = new URL(name);
      if (origin === window.location.origin && pathname.startsWith('/modules/') && search === '') paths.add(pathname);
    }
    if (paths.size > before) onMore();
  }).observe({ type: 'resource', buffered: true });
  return () => [...paths];
}

/** The versions and files that open this page without a network. `draw`: the number of this device, also if it is newer than this page. */
export function createVisit(registry: ModuleRegistry, files: string[], draw: number | null): Visit {
  const { revision, shell, modules } = registry.current();
  const each = Object.entries(modules);
  return {
    revision,
    draw,
    versions: Object.fromEntries(each.map(([name, { version }]) => [name, version])),
    files,
    takenBack: Object.fromEntries([['shell', shell] as const, ...each].map(([name, { quarantined }]) => [name, Object.keys(quarantined)])),
  };
}

async function deleteCaches(): Promise<void> {
  for (const name of await withStorageDeadline(caches.keys()))
    if (name.startsWith(CACHE_PREFIX)) await withStorageDeadline(caches.delete(name));
}

/** An update makes a worker that is switched off unregister itself. Neither step needs the other to succeed. */
async function removeWorker(workers: ServiceWorkerContainer): Promise<void> {
  const update = async () => (await workers.getRegistration())?.update();
  for (const step of await Promise.allSettled([deleteCaches(), update()])) if (step.status === 'rejected') throw step.reason;
}

/** Lets the service worker cache the files that a logged-in guard uses, and reports each accepted revision to it. */
export function syncServiceWorker({ session, registry, report, workers }: WorkerSyncDeps): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wait = AGAIN_MS;

  async function sendVisit(): Promise<void> {
    clearTimeout(again);
    again = undefined;
    if (registry.current().workerOff) return removeWorker(workers);
    if (!session.current()) return;
    await workers.register(serviceWorkerPath, { updateViaCache: 'none' });
    const { active } = await workers.ready;
    active?.postMessage({ keep: createVisit(registry, files(), readDraw(cookie(DRAW_COOKIE))) });
  }
  function sendAgain(): void {
    clearTimeout(again);
    again = setTimeout(() => quietly(sendVisit()), wait);
    wait = Math.min(wait * 2, MOST_AGAIN_MS);
  }
  // A browser may refuse the worker. The portal works without it.
  const quietly = (told: Promise<unknown>) =>
    void told.catch((error: Error) => {
      report({ event: 'worker', detail: error.message });
      if (registry.current().workerOff) sendAgain();
    });
  const later = () => {
    wait = AGAIN_MS;
    clearTimeout(timer);
    timer = setTimeout(() => quietly(sendVisit()), SETTLED_MS);
  };
  /** The worker must not serve a version that this revision quarantined. A new shell has a new worker. */
  async function follow(): Promise<void> {
    wait = AGAIN_MS;
    await sendVisit();
    await (await workers.getRegistration())?.update();
  }

  const files = loadedFiles(later);
  workers.addEventListener('message', ({ data }: MessageEvent<{ notKept?: string } | null>) => {
    if (!data?.notKept) return;
    report({ event: 'worker', detail: data.notKept });
    sendAgain();
  });
  window.addEventListener('online', () => again !== undefined && quietly(sendVisit()));
  workers.startMessages();
  session.subscribe(later);
  registry.onChange(() => quietly(follow()));
}
