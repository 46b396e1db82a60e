import { KEPT, portalWorker } from '@portal/mf-kit/frame';
import type { Assembled } from '../boot/assemble';
import type { LiveRegistry } from '../composition/registry';
import type { Visit } from '../worker/keeper';

/** A screen's own files have come by then. */
const SETTLED_MS = 3_000;

export interface FollowWorkerParts extends Pick<Assembled, 'session'> {
  registry: LiveRegistry;
  report: Assembled['telemetry']['report'];
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
function visitOf(registry: LiveRegistry, files: string[]): Visit {
  const { revision, modules } = registry.current();
  return { revision, versions: Object.fromEntries(Object.entries(modules).map(([name, { version }]) => [name, version])), files };
}

/** Where nobody is to have the worker: the one that is here takes itself away as soon as it is looked at. */
async function leave(workers: ServiceWorkerContainer): Promise<void> {
  await (await workers.getRegistration())?.update();
  for (const name of await caches.keys()) if (name.startsWith(KEPT)) await caches.delete(name);
}

/**
 * Has the worker keep what the guard uses, and tells it of every revision that this page takes. Only where somebody is logged in: nobody
 * else has anything to open without a network.
 */
export function followWorker({ session, registry, report, workers }: FollowWorkerParts): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function tell(): Promise<void> {
    if (registry.current().workerOff) return leave(workers);
    if (!session.current()) return;
    await workers.register(portalWorker, { updateViaCache: 'none' });
    const { active } = await workers.ready;
    active?.postMessage({ keep: visitOf(registry, files()) });
  }
  // A browser may refuse it with everything else that it keeps for a site: the portal works on.
  const quietly = (told: Promise<unknown>) => void told.catch((error: Error) => report({ event: 'worker', detail: error.message }));
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => quietly(tell()), SETTLED_MS);
  };
  /** Whatever this revision changed, the worker before it must not serve one that is older; with another shell comes another worker. */
  async function follow(): Promise<void> {
    await tell();
    await (await workers.getRegistration())?.update();
  }

  const files = loadedFiles(later);
  workers.addEventListener('message', ({ data }: MessageEvent<{ notKept?: string } | null>) => {
    if (data?.notKept) report({ event: 'worker', detail: data.notKept });
  });
  workers.startMessages();
  session.subscribe(later);
  registry.onChange(() => quietly(follow()));
}
