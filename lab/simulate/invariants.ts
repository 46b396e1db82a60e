import { canariesFor, withCanaries } from '@portal/mf-kit/canary';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { CACHE_MAX_AGE_MS } from '@portal/mf-kit/offlineCacheNames';
import { SELF_HEAL_ACTOR } from '../../delivery/src/health/auto-rollback';
import { versionsIn } from '../../delivery/src/registry/active-versions';
import { verifyRegistry } from '../../delivery/src/registry/signatures';
import { integrityOf } from '../../delivery/src/store/integrity';
import { readManifest, type Store } from '../../delivery/src/store/store';
import type { Visit } from '../../shell/src/worker/offlineCache';
import type { Host } from './hosts';
import type { Page } from './page';
import { hashesOf, keys, MODULE } from './releases';
import type { Stores } from './stores';

/** The invariants that were broken in one run. */
export type Findings = Set<string>;

export interface OpenedPage {
  signed: SignedRegistry;
  registry: Registry;
  shell: string;
  /** The time by the device's clock at which the worker stored the page; null for a page of the network. */
  storedAt: number | null;
  now: number;
}

/** Watches one device. */
export interface DeviceRules {
  onDraw(draw: number | null): void;
  onOpen(page: OpenedPage): void;
  onRun(version: string, hash: string, revision: number, isStored: boolean): void;
  onShown(version: string, revision: number): void;
  onFailed(version: string, revision: number): void;
  /** The page follows a revision of the network. */
  onFollow(signed: SignedRegistry): void;
  /** The worker processed a visit; `stored`: the page that it would open from then on. */
  onVisitStored(visit: Visit, stored: { registry: Registry; shell: string } | null): void;
  onCachesDeleted(): void;
}

const isSigned = (signed: SignedRegistry): boolean => {
  try {
    verifyRegistry(JSON.stringify(signed), keys.ops.publicKey);
    return true;
  } catch {
    return false;
  }
};

export function watchDevice(findings: Findings): DeviceRules {
  let drawn: number | null = null;
  /** The newest visit that the worker processed: the device knows its quarantine. */
  let known: Visit | null = null;
  let lastStored = 0;
  let views: { revision: number; failed: Set<string>; isShownAfter: boolean } = { revision: 0, failed: new Set(), isShownAfter: false };
  function viewsOf(revision: number) {
    if (views.revision !== revision) views = { revision, failed: new Set(), isShownAfter: false };
    return views;
  }
  const isQuarantined = (name: string, version: string, revision: number) =>
    known !== null && revision < known.revision && known.takenBack[name]?.includes(version) === true;

  return {
    onDraw(draw) {
      if (drawn !== null && drawn !== draw) findings.add('a device got a second number for canaries');
      drawn = draw;
    },
    onOpen({ signed, registry, shell, storedAt, now }) {
      views = { revision: registry.revision, failed: new Set(), isShownAfter: false };
      if (!isSigned(signed)) findings.add('a page opens with an unsigned registry');
      if (storedAt === null) return;
      const age = now - storedAt;
      if (age < 0 || age > CACHE_MAX_AGE_MS) findings.add('a stored page opens although its age is wrong');
      if (registry.revision < lastStored) findings.add('the stored page of a device moved to an older revision');
      lastStored = Math.max(lastStored, registry.revision);
      if (isQuarantined('shell', shell, registry.revision)) findings.add('a stored page opens with a quarantined shell');
    },
    onRun(version, hash, revision, isStored) {
      if (!hashesOf(MODULE, version).includes(hash)) findings.add('a page runs an unsigned version');
      if (isStored && isQuarantined(MODULE, version, revision)) findings.add('a stored page runs a quarantined version');
    },
    onShown(version, revision) {
      const { failed } = viewsOf(revision);
      if (!failed.has(version) && failed.size > 0) views.isShownAfter = true;
    },
    onFailed(version, revision) {
      const { failed, isShownAfter } = viewsOf(revision);
      if (isShownAfter && failed.has(version)) findings.add('a page alternates between versions');
      failed.add(version);
    },
    onFollow(signed) {
      if (!isSigned(signed)) findings.add('a page follows an unsigned revision');
    },
    onVisitStored(visit, stored) {
      if (visit.revision >= (known?.revision ?? 0)) known = visit;
      if (!stored) return;
      const { revision } = stored.registry;
      if (revision < lastStored) findings.add('the stored page of a device moved to an older revision');
      lastStored = Math.max(lastStored, revision);
      const { modules } = withCanaries(stored.registry, canariesFor(stored.registry, drawn));
      const runs = { shell: stored.shell, [MODULE]: modules[MODULE]?.version ?? '' };
      const isTakenBack = Object.entries(runs).some(([name, version]) => visit.takenBack[name]?.includes(version));
      if (revision < visit.revision && isTakenBack) findings.add('a worker keeps a page with a quarantined version');
    },
    onCachesDeleted() {
      known = null;
      lastStored = 0;
    },
  };
}

/** Checks after each step that no host or page moves back, and that no page is blank. */
export function watchPositions(findings: Findings, hosts: readonly Host[], devices: readonly { page: () => Page | null }[]): () => void {
  const newest = new Map<object, number>();
  function checkRevision(of: object, revision: number, defect: string): void {
    if (revision < (newest.get(of) ?? 0)) findings.add(defect);
    newest.set(of, Math.max(newest.get(of) ?? 0, revision));
  }
  return () => {
    for (const host of hosts) {
      const current = host.live()?.current();
      if (current) checkRevision(host, current.registry.revision, 'a host moved to an older revision');
    }
    for (const device of devices) {
      const page = device.page();
      if (!page) continue;
      checkRevision(page, page.registry.current().revision, 'a page moved to an older revision');
      const { mount, card } = page.state();
      if (!page.isWaiting() && !mount && !card) findings.add('a page is blank');
    }
  };
}

/** Checks each new revision: its versions are complete, unchanged and not quarantined. */
export function watchRevisions(findings: Findings, stores: Stores, owner: Store) {
  let checked = 0;
  const complete = new Set<string>();
  const first = new Map<string, string>();

  async function isComplete(name: string, version: string): Promise<boolean> {
    const found = await readManifest(owner, name, version);
    if (!found) return false;
    for (const [file, { integrity }] of Object.entries(found.manifest.files)) {
      const bytes = await owner.read(name, version, file);
      if (!bytes || integrityOf(bytes) !== integrity) return false;
    }
    return true;
  }
  async function checkVersions(registry: Registry): Promise<void> {
    for (const [name, { version, integrity }] of versionsIn(registry)) {
      const key = `${name} ${version}`;
      if ((first.get(key) ?? integrity) !== integrity) findings.add('a revision names a published version with other content');
      first.set(key, integrity);
      if (complete.has(key)) continue;
      if (!(await isComplete(name, version))) findings.add('a revision names a version that is not complete');
      complete.add(key);
    }
    for (const [name, entry] of Object.entries(registry.modules))
      for (const [role, one] of Object.entries({ active: entry, canary: entry.canary, 'last good': entry.lastGood }))
        if (one && one.version in entry.quarantined) findings.add(`the ${role} version of ${name} is quarantined`);
  }
  return {
    async check(): Promise<void> {
      const numbers = await stores.numbers();
      for (const revision of numbers.filter((one) => one > checked)) {
        const { text } = await stores.read(revision);
        const signed = JSON.parse(text) as SignedRegistry;
        const registry = JSON.parse(signed.document) as Registry;
        // An attacker writes and removes revisions, too.
        if (!isSigned(signed) || registry.revision !== revision) continue;
        checked = revision;
        await checkVersions(registry);
      }
    },
    /** The versions that revisions named have their first content. */
    async checkContent(): Promise<void> {
      for (const [key, integrity] of first) {
        const [name = '', version = ''] = key.split(' ');
        const found = await readManifest(owner, name, version);
        if (!found || integrityOf(found.bytes) !== integrity) findings.add('a published version changed');
      }
    },
  };
}

/** A change that a command acknowledged. */
export interface Acknowledged {
  revision: number;
  name: string;
  to: string;
}

/** Compares the history with the acknowledged changes, and each revision with its predecessor. */
export async function checkHistory(findings: Findings, store: Store, acknowledged: readonly Acknowledged[]): Promise<void> {
  const history = await store.history();
  const isStored = ({ revision, name, to }: Acknowledged) =>
    history.some((line) => line.revision === revision && line.changes.some((change) => change.name === name && change.to === to));
  if (!acknowledged.every(isStored)) findings.add('an acknowledged change is not in the history');
  const ends = new Set(acknowledged.map(({ revision, name }) => `${revision} ${name}`));
  if (ends.size !== acknowledged.length) findings.add('two changes have one number');
  // A canary that ended with a rollback of the active version was not judged.
  const healed = history.filter(({ by }) => by === SELF_HEAL_ACTOR).flatMap(({ changes }) => changes.slice(0, 1).map(({ from }) => from));
  if (new Set(healed).size !== healed.length) findings.add('self-heal ended one version twice');
  let before: string[] = [];
  for (const { revision, changes } of history) {
    const text = await store.revision(revision);
    if (text === null) continue;
    const { version, canary, quarantined = {} } = verifyRegistry(text, keys.ops.publicKey).registry.modules[MODULE] ?? {};
    const isLost = before.some((one) => !(one in quarantined) && one !== version && one !== canary?.version);
    if (isLost) findings.add('a revision lost the quarantine of an earlier one');
    before = Object.keys(quarantined);
    const ended = changes.find(({ name, how }) => name === MODULE && (how === 'rollback' || how === 'stop'));
    if (ended?.from && ended === changes[0] && !(ended.from in quarantined))
      findings.add(`a ${ended.how === 'stop' ? 'canary that was stopped' : 'version that was rolled back'} is not quarantined`);
  }
}
