import { withStorageDeadline } from '@portal/device/storageDeadline';
import { CACHE_PREFIX } from '@portal/mf-kit/offlineCacheNames';
import { serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { Services } from '../boot/services';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import type { Visit } from '../worker/offlineCache';

/** A screen's own files have come by then. */
const SETTLED_MS = 3_000;
/** What could not be kept is asked for again after this time, then after twice as long each time. */
const AGAIN_MS = 30_000;
const MOST_AGAIN_MS = 15 * 60_000;

export interface WorkerSyncDeps extends Pick<Services, 'session'> {
  registry: ModuleRegistry;
  report: Services['telemetry']['report'];
  workers: ServiceWorkerContainer;
}

/** The paths of the modules' files that this page has loaded, be it by then or later. */
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

/** What this page runs and has loaded: what a phone needs to open it again without a network. */
function createVisit(registry: ModuleRegistry, files: string[]): Visit {
  const { revision, shell, modules } = registry.current();
  const each = Object.entries(modules);
  return {
    revision,
    versions: Object.fromEntries(each.map(([name, { version }]) => [name, version])),
    files,
    takenBack: Object.fromEntries([['shell', shell] as const, ...each].map(([name, { quarantined }]) => [name, Object.keys(quarantined)])),
  };
}

/** Where nobody is to have the worker: the one that is here takes itself away as soon as it is looked at. */
async function removeWorker(workers: ServiceWorkerContainer): Promise<void> {
  await (await workers.getRegistration())?.update();
  for (const name of await withStorageDeadline(caches.keys()))
    if (name.startsWith(CACHE_PREFIX)) await withStorageDeadline(caches.delete(name));
}

/**
 * Has the worker keep what the guard uses, and tells it of every revision that this page takes. Only where somebody is logged in: nobody
 * else has anything to open without a network.
 */
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
    active?.postMessage({ keep: createVisit(registry, files()) });
  }
  // A browser may refuse it with everything else that it keeps for a site: the portal works on.
  const quietly = (told: Promise<unknown>) => void told.catch((error: Error) => report({ event: 'worker', detail: error.message }));
  const later = () => {
    wait = AGAIN_MS;
    clearTimeout(timer);
    timer = setTimeout(() => quietly(sendVisit()), SETTLED_MS);
  };
  /** Whatever this revision changed, the worker before it must not serve one that is older; with another shell comes another worker. */
  async function follow(): Promise<void> {
    wait = AGAIN_MS;
    await sendVisit();
    await (await workers.getRegistration())?.update();
  }

  const files = loadedFiles(later);
  workers.addEventListener('message', ({ data }: MessageEvent<{ notKept?: string } | null>) => {
    if (!data?.notKept) return;
    report({ event: 'worker', detail: data.notKept });
    clearTimeout(again);
    again = setTimeout(() => quietly(sendVisit()), wait);
    wait = Math.min(wait * 2, MOST_AGAIN_MS);
  });
  window.addEventListener('online', () => again !== undefined && quietly(sendVisit()));
  workers.startMessages();
  session.subscribe(later);
  registry.onChange(() => quietly(follow()));
}
