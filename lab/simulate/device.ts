import { DRAW_COOKIE, readDraw } from '@portal/mf-kit/canary';
import type { ViewOutcome } from '@portal/mf-kit/healthReport';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { Random } from '../../api/seed/random';
import { createVisit } from '../../shell/src/offline/workerSync';
import { respondNetworkFirst } from '../../shell/src/worker/navigationResponse';
import type { Visit } from '../../shell/src/worker/offlineCache';
import type { Bug } from './bugs';
import type { Clock, MachineClock } from './clock';
import type { Host } from './hosts';
import type { DeviceRules } from './invariants';
import { openPage, type Page } from './page';
import { MODULE, pathsOf, ROUTE } from './releases';
import type { Reply } from './router';
import { type CacheContent, deleteCaches, startWorker, type Worker } from './worker';

/** The shell waits as long before it sends the files of a visit to the worker. */
const SETTLED_MS = 3_000;
/** The pause before the shell updates a worker again that is switched off. The shell doubles each pause. */
const AGAIN_MS = 30_000;
const REGISTRY = /id="registry">(.*?)<\/script>/s;
const SHELL = /"\/modules\/shell\/([^/"]+)\//;

export interface DeviceParts {
  name: string;
  bug: Bug | null;
  chance: Random;
  clock: Clock;
  machineClock: MachineClock;
  hosts: readonly Host[];
  rules: DeviceRules;
  /** A logged-in guard: the device stores pages. */
  isGuard: boolean;
  isBroken: (version: string) => boolean;
  /** The reply of an attacker in the network; null if the host answers. */
  tamper: (path: string) => Reply | null;
}

/** The versions and hashes of a served page. */
function parsePage(html: string): { signed: SignedRegistry; shell: string } {
  const signed = JSON.parse(REGISTRY.exec(html)?.[1] ?? '') as SignedRegistry;
  return { signed, shell: SHELL.exec(html)?.[1] ?? '' };
}

/** A browser of a guard or a visitor, with its cookie, its clock, its service worker and at most one open page. */
export function createDevice({ name, bug, chance, clock, machineClock, hosts, rules, isGuard, isBroken, tamper }: DeviceParts) {
  const content: CacheContent = new Map();
  const reporter = { device: name, network: name };
  let cookie = '';
  /** The share of its requests that fail. */
  let lossRate = 0;
  /** The timestamp of the open page, in ms. */
  let openedWith = 0;
  let host = chance.pick(hosts);
  let worker: Worker | null = null;
  let page: Page | null = null;
  const now = () => clock.readOn(machineClock);
  const draw = () => readDraw(new RegExp(`${DRAW_COOKIE}=(\\d+)`).exec(cookie)?.[1]);

  async function fetchFromHost(path: string): Promise<Response> {
    if (lossRate > 0 && chance.chance(lossRate)) throw new TypeError('Failed to fetch');
    const onCookie = (line: string) => {
      cookie = line.split(';')[0] ?? '';
      rules.onDraw(draw());
    };
    const known = bug === 'canary-redraws' ? '' : cookie;
    const { status, body } = tamper(path) ?? (await host.request(path, known, onCookie));
    return new Response(body as string, { status });
  }

  const startOwnWorker = (operations: number) => startWorker({ content, fetch: fetchFromHost, now, bug, operations });
  const startStoppable = () => startOwnWorker(chance.chance(0.3) ? chance.between(1, 40) : Number.MAX_SAFE_INTEGER);
  /** The page that a worker would open now. */
  async function storedPage() {
    const reply = await startOwnWorker(Number.MAX_SAFE_INTEGER).page();
    if (!reply) return null;
    const { signed, shell } = parsePage(await reply.clone().text());
    return { registry: JSON.parse(signed.document) as Registry, shell };
  }
  function removeCaches(): void {
    deleteCaches(content);
    rules.onCachesDeleted();
  }
  /** The browser starts a stopped worker again. */
  function runningWorker(): Worker | null {
    if (worker && !worker.isRunning()) worker = startStoppable();
    return worker;
  }
  /** The browser requests the worker's script: the host may send the script that removes the worker. Returns false without a reply. */
  async function updateWorker(isRegistering: boolean): Promise<boolean> {
    if (!worker && !isRegistering) return true;
    const reply = await fetchFromHost(serviceWorkerPath).catch(() => null);
    if (!reply?.ok) return false;
    const isRemoval = (await reply.text()).includes('registration.unregister');
    if (isRemoval) {
      worker?.stop();
      worker = null;
      removeCaches();
    } else worker ??= startStoppable();
    return true;
  }

  async function sendVisit(visited: Page): Promise<void> {
    if (visited !== page) return;
    if (visited.registry.current().workerOff) {
      removeCaches();
      if (!(await updateWorker(false))) setTimeout(() => void sendVisit(visited), AGAIN_MS);
      return;
    }
    if (!isGuard) return;
    await updateWorker(true);
    const running = runningWorker();
    if (!running) return;
    const { shell, modules } = visited.registry.current();
    const files = [...pathsOf('shell', shell.version), ...pathsOf(MODULE, modules[MODULE]?.version ?? '')];
    const visit: Visit = createVisit(visited.registry, files, draw());
    // A rejected visit is sent again by a later one.
    await running.store(visit).catch(() => undefined);
    rules.onVisitStored(visit, await storedPage());
  }

  function report(version: string, ended: ViewOutcome): void {
    const revision = page?.registry.current().revision ?? 0;
    if (lossRate < 1)
      host.report(reporter, revision, { token: '', sightings: [{ name: MODULE, version, route: ROUTE, ended }], ratings: [] });
  }

  function show(html: string, storedAt: number | null): void {
    const { signed, shell } = parsePage(html);
    const isStored = storedAt !== null;
    openedWith = Date.parse(signed.timestamp?.at ?? '');
    const registry = JSON.parse(signed.document) as Registry;
    rules.onOpen({ signed, registry, shell, storedAt, now: now() });
    machineClock.beganAt = clock.now();
    const opened: Page = openPage({
      ...{ bug, first: signed, draw: draw(), isBroken },
      fetchFile: async (path) => (await runningWorker()?.file(path)) ?? fetchFromHost(path),
      onRun: (version, hash) => rules.onRun(version, hash, opened.registry.current().revision, isStored),
      onShown(version) {
        rules.onShown(version, opened.registry.current().revision);
        report(version, 'stood');
        setTimeout(() => void sendVisit(opened), SETTLED_MS);
      },
      onFailed(version) {
        rules.onFailed(version, opened.registry.current().revision);
        report(version, 'failed');
      },
      onRevision: () => void sendVisit(opened),
    });
    page = opened;
  }

  return {
    page: () => page,
    host: () => host,
    draw,
    cookie: () => cookie,
    /** The time in ms that the open page knows at least: its timestamp, and the time since it was opened. */
    knownTime: () => openedWith + clock.now() - (machineClock.beganAt ?? 0),
    hasWorker: () => worker !== null || content.size > 0,
    /** The guard opens the portal, or loads the page again. Without a reply the browser shows its own error. */
    async open(): Promise<void> {
      page?.close();
      page = null;
      const network = fetchFromHost(ROUTE);
      const running = runningWorker();
      const reply = await (running ? respondNetworkFirst(network, running.page) : network).catch(() => null);
      if (!reply?.ok || page) return;
      const stored = reply.headers.get('x-kept-at');
      show(await reply.text(), stored === null ? null : Number(stored));
      await updateWorker(false);
    },
    /** The page fetches the revision of its host, or gets this one. */
    async poll(given?: SignedRegistry): Promise<boolean> {
      if (!page || lossRate === 1 || bug === 'page-stops') return false;
      const reply = given ? null : await fetchFromHost('/registry.json').catch(() => null);
      if (!given && !reply?.ok) return false;
      const signed = given ?? ((await reply?.json()) as SignedRegistry);
      const isFollowed = await page.receive(signed);
      if (isFollowed) rules.onFollow(signed);
      return isFollowed;
    },
    /** Another host answers the next requests. */
    move(to: Host): void {
      host = to;
    },
    /** Of its requests this share fails from now on: 1 is offline. */
    setLossRate(rate: number): void {
      lossRate = rate;
    },
    setClock(byMs: number): void {
      machineClock.offsetMs += byMs;
    },
    stopWorker: () => worker?.stop(),
    /** Runs an act on this device. */
    run: (act: () => unknown) => clock.runOn(machineClock, act),
  };
}
export type Device = ReturnType<typeof createDevice>;
