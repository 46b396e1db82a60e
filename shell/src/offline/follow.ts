import { answered } from '@portal/device/answered';
import { portalWorker } from '@portal/mf-kit/frame';
import { KEPT } from '@portal/mf-kit/kept';
import type { Assembled } from '../boot/assemble';
import type { LiveRegistry } from '../composition/registry';
import type { Visit } from '../worker/keeper';

/** A screen's own files have come by then. */
const SETTLED_MS = 3_000;
/** What could not be kept is asked for again after this time, then after twice as long each time. */
const AGAIN_MS = 30_000;
const MOST_AGAIN_MS = 15 * 60_000;

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
async function leave(workers: ServiceWorkerContainer): Promise<void> {
  await (await workers.getRegistration())?.update();
  for (const name of await answered(caches.keys())) if (name.startsWith(KEPT)) await answered(caches.delete(name));
}

/**
 * Has the worker keep what the guard uses, and tells it of every revision that this page takes. Only where somebody is logged in: nobody
 * else has anything to open without a network.
 */
export function followWorker({ session, registry, report, workers }: FollowWorkerParts): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wait = AGAIN_MS;

  async function tell(): Promise<void> {
    clearTimeout(again);
    again = undefined;
    if (registry.current().workerOff) return leave(workers);
    if (!session.current()) return;
    await workers.register(portalWorker, { updateViaCache: 'none' });
    const { active } = await workers.ready;
    active?.postMessage({ keep: visitOf(registry, files()) });
  }
  // A browser may refuse it with everything else that it keeps for a site: the portal works on.
  const quietly = (told: Promise<unknown>) => void told.catch((error: Error) => report({ event: 'worker', detail: error.message }));
  const later = () => {
    wait = AGAIN_MS;
    clearTimeout(timer);
    timer = setTimeout(() => quietly(tell()), SETTLED_MS);
  };
  /** Whatever this revision changed, the worker before it must not serve one that is older; with another shell comes another worker. */
  async function follow(): Promise<void> {
    wait = AGAIN_MS;
    await tell();
    await (await workers.getRegistration())?.update();
  }

  const files = loadedFiles(later);
  workers.addEventListener('message', ({ data }: MessageEvent<{ notKept?: string } | null>) => {
    if (!data?.notKept) return;
    report({ event: 'worker', detail: data.notKept });
    clearTimeout(again);
    again = setTimeout(() => quietly(tell()), wait);
    wait = Math.min(wait * 2, MOST_AGAIN_MS);
  });
  window.addEventListener('online', () => again !== undefined && quietly(tell()));
  workers.startMessages();
  session.subscribe(later);
  registry.onChange(() => quietly(follow()));
}
