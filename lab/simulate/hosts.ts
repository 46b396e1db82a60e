import type { HealthReport } from '@portal/mf-kit/healthReport';
import type { Registry } from '@portal/mf-kit/module';
import { offlinePagePath, serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReleaseMonitor } from '../../delivery/src/health/release-monitor';
import type { Reporter } from '../../delivery/src/health/version-counts';
import { selectCanaries } from '../../delivery/src/host/canary-selection';
import { noDevServers } from '../../delivery/src/host/dev';
import { type LiveRegistry, watchRegistry } from '../../delivery/src/host/live-registry';
import { serveFiles } from '../../delivery/src/host/module-files';
import { serveWorker } from '../../delivery/src/host/service-worker';
import { openServedRevisions, type ServedRevisions } from '../../delivery/src/registry/served-revisions';
import type { CommandContext } from '../../delivery/src/registry/update-registry';
import type { Store } from '../../delivery/src/store/store';
import type { Bug } from './bugs';
import type { Clock } from './clock';
import type { Machine } from './machine';
import { keys } from './releases';
import { createRouter, type Reply } from './router';
import type { Stores } from './stores';

/** The portal host does the same: delivery/src/host/health.ts. */
const KEEP_MS = 5_000;
const LEARN_MS = 60_000;
const REGISTRY_PATH = '/registry.json';

export interface Host {
  machine: Machine;
  live(): LiveRegistry | null;
  /** A page, the registry, the service worker or a module file. `onCookie` gets the draw of a new device. */
  request(path: string, cookie: string, onCookie?: (line: string) => void): Promise<Reply>;
  /** The versions that the host gives to a device with this cookie. */
  setOf(cookie: string, onCookie?: (line: string) => void): Registry | null;
  report(reporter: Reporter, revision: number, report: HealthReport): void;
  /** Ends the process, if one runs, and starts another one. */
  start(): Promise<void>;
  stop(): void;
}

export interface HostParts {
  clock: Clock;
  stores: Stores;
  machine: Machine;
  bug: Bug | null;
}

/** The context of a command or a host on this machine. */
export function contextOf({ clock, stores }: Pick<HostParts, 'clock' | 'stores'>, machine: Machine, store: Store): CommandContext {
  const seen = openServedRevisions(store, stores.localFolder(machine), keys.ops.publicKey);
  return { store, ops: keys.ops, served: { contracts: {}, calls: {} }, now: () => new Date(clock.readOn(machine.clock)), seen };
}

/** A portal host: it follows the registry, serves pages and files, counts health reports, and rolls back. */
export function createHost({ clock, stores, machine, bug }: HostParts): Host {
  let live: LiveRegistry | null = null;
  let monitor: ReleaseMonitor | null = null;
  let router = createRouter();
  /** Ends the timers of the running process. */
  let stopProcess: () => void = () => undefined;

  const planted = (store: Store): Store =>
    bug === 'host-stops' ? { ...store, watch: () => () => undefined, registry: onceOnly(store.registry) } : store;
  const seenOf = (seen: ServedRevisions): ServedRevisions => (bug === 'host-goes-back' ? { ...seen, newest: async () => 0 } : seen);
  const withoutCanary = (registry: Registry): Registry => ({
    ...registry,
    modules: Object.fromEntries(Object.entries(registry.modules).map(([name, entry]) => [name, { ...entry, canary: null }])),
  });

  async function start(): Promise<void> {
    let isStopped = false;
    let stopParts: () => void = () => undefined;
    stopProcess = () => {
      isStopped = true;
      stopParts();
    };
    const context = contextOf({ clock, stores }, machine, planted(stores.open(machine, true)));
    const { store } = context;
    const log = { info: () => undefined, error: () => undefined };
    const opened = await watchRegistry({
      ...{ store, opsPublicKey: keys.ops.publicKey, timestampKey: keys.timestamp, log },
      ...(context.seen && { seen: seenOf(context.seen) }),
    });
    if (isStopped) return opened.stop();
    // Without the history, self-heal does not know which versions a person forced to run again.
    const known = bug === 'heal-again' ? { ...store, history: async () => [] } : store;
    const judge = new ReleaseMonitor({
      store: known,
      healing: { context: async () => context },
      now: () => clock.readOn(machine.clock),
      log: () => undefined,
    });
    const follow = (registry: Registry) => judge.follow(bug === 'canary-never-ends' ? withoutCanary(registry) : registry);
    const current = opened.current();
    if (current) follow(current.registry);
    opened.onRevision(({ registry }) => follow(registry));
    // The store may fail; the next call tries again.
    const again = () => {
      judge.retryPending();
      judge.keep().catch(() => undefined);
    };
    const learn = () => void judge.learn().catch(() => undefined);
    const timers = [setInterval(again, KEEP_MS), setInterval(learn, LEARN_MS)];
    learn();
    router = createRouter();
    serveFiles(router.app, { store, live: opened, devServers: noDevServers });
    const shown = bug === 'worker-stays' ? { ...opened, current: () => withWorker(opened) } : opened;
    serveWorker(router.app, { store, live: shown, overrides: { of: () => [] }, hasPush: false });
    [live, monitor] = [opened, judge];
    stopParts = () => {
      opened.stop();
      for (const timer of timers) clearInterval(timer);
      [live, monitor] = [null, null];
    };
  }

  function select(cookie: string, onCookie: (line: string) => void = () => undefined) {
    const snapshot = live?.current();
    if (!snapshot) return null;
    const headers = { cookie: bug === 'canary-for-all' ? 'draw=0' : cookie };
    const reply = { header: (_name: string, line: string) => onCookie(line) };
    const given = bug === 'canary-for-all' ? { ...snapshot, registry: raised(snapshot.registry) } : snapshot;
    return selectCanaries(given, { headers, protocol: 'http' } as FastifyRequest, reply as unknown as FastifyReply);
  }

  const host: Host = {
    machine,
    live: () => live,
    async request(path, cookie, onCookie) {
      const unavailable = { status: 503, body: '' };
      if (path === REGISTRY_PATH) {
        const snapshot = live?.current();
        return snapshot ? { status: 200, body: JSON.stringify(snapshot.signed) } : unavailable;
      }
      if (path === serviceWorkerPath || path.startsWith('/modules/')) return live ? router.request(path, {}) : unavailable;
      const set = select(cookie, path === offlinePagePath ? undefined : onCookie);
      if (!set) return unavailable;
      const shell = set.manifests.get('shell')?.version ?? '';
      return {
        status: 200,
        body: `<script type="application/json" id="registry">${JSON.stringify(set.signed)}</script><script src="/modules/shell/${shell}/shell.js">`,
      };
    },
    setOf: (cookie, onCookie) => select(cookie, onCookie)?.registry ?? null,
    report: (reporter, revision, report) => (bug === 'heal-never' ? undefined : monitor?.report(reporter, revision, report)),
    start() {
      stopProcess();
      return clock.runOn(machine.clock, () => void start());
    },
    stop: () => stopProcess(),
  };
  return host;
}

/** The snapshot without the order to remove the service worker. */
function withWorker(live: LiveRegistry) {
  const snapshot = live.current();
  if (!snapshot) return null;
  const { workerOff: _off, ...registry } = snapshot.registry;
  return { ...snapshot, registry };
}

/** The registry with each canary for nearly all devices. */
const raised = (registry: Registry): Registry => ({
  ...registry,
  modules: Object.fromEntries(
    Object.entries(registry.modules).map(([name, entry]) => [
      name,
      { ...entry, canary: entry.canary && { ...entry.canary, percent: 99.99 } },
    ]),
  ),
});

/** A function that reads once, and always returns the first result. */
export function onceOnly<T>(read: () => Promise<T>): () => Promise<T> {
  let first: Promise<T> | undefined;
  return () => {
    first ??= read();
    return first;
  };
}
