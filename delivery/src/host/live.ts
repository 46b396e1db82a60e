import { isDeepStrictEqual } from 'node:util';
import type { ModuleManifest, Registry, SignedRegistry } from '@portal/mf-kit/module';
import type { Override } from '@portal/mf-kit/override';
import { type Activated, readActivated } from '../activated';
import { WentBack } from '../desk';
import { damage } from '../gate';
import type { ServedRevisions } from '../servedRevisions';
import { type Key, keyFor, openRegistry, signTimestamp } from '../signing';
import type { Store } from '../store';

export interface Snapshot {
  registry: Registry;
  /** With the host's word that it is current. */
  signed: SignedRegistry;
  /** The shell's and every module's active manifest. A module from a dev server has none, nor has one that is damaged: pages leave it to the shell, which runs its last good version. */
  manifests: Map<string, ModuleManifest>;
  /** Those of the canaries, by module. */
  canaries: Map<string, ModuleManifest>;
  /** What of this set the store does not have as it was activated: a line for each. */
  damaged: readonly string[];
  /** The last good shell's, for browsers in which the active one did not start; null when there is none to be had. */
  spare: ModuleManifest | null;
  /** The modules that run their canary in this set, as a text. */
  set: string;
  /** What this browser takes from elsewhere; left out where it does not. */
  overrides?: readonly Override[];
}

export interface Live {
  /** The newest verified registry; null before the first activation, and while none can be taken. */
  current(): Snapshot | null;
  /** Why there is none, in words for anybody: of what cannot be read the log alone says more. */
  whyNone(): string;
  /** Who reads the host's word on freshness needs it: as of the revision that is served. */
  timestampPublicKey(): string;
  /** The ops key that signs now. */
  opsPublicKey(): string;
  /** Nobody knows it who has not the host's own key: for what is given out, and wanted back. */
  secret: Buffer;
  /** Called for each new revision. Returns how to stop. */
  onRevision(listener: (snapshot: Snapshot) => void): () => void;
  stop(): void;
}

export interface LiveOptions {
  store: Store;
  opsPublicKey: string;
  timestampKey: Key;
  /** This host's key, of those that a registry lists in the place of the first one; null when it has none of them. */
  listedKey?: (listed: readonly string[]) => Key | null;
  /** The record of the newest revision; a test may go without. */
  seen?: ServedRevisions;
  log: { error(message: string): void; info(message: string): void };
  /** How often "revision N is current" is signed anew. */
  timestampMs?: number;
}

/** A revision that could not be taken is tried again after this time. */
const AGAIN_MS = 1_000;

const NOTHING = 'Nothing is activated yet: portal publish, then portal activate.';
const UNREADABLE = 'What is activated cannot be read: the log of the portal host says why.';

/** By the hash of its module.json, which says all that is in it. */
type Known = ReadonlyMap<string, ModuleManifest>;

/** Reads manifests as they were activated. What it read for the set before it has still when the store has not. */
function openManifests(store: Store) {
  let known: Known = new Map();

  /** A registry with every manifest that it names and that can be had. Throws when no shell can be, and for trouble of the store itself. */
  return async function snapshotOf(signed: SignedRegistry, registry: Registry): Promise<Snapshot> {
    const read = new Map<string, ModuleManifest>();
    const damaged: string[] = [];
    async function manifestsOf(versions: [string, Activated][]): Promise<Map<string, ModuleManifest>> {
      const manifests = new Map<string, ModuleManifest>();
      for (const [name, one] of versions) {
        const found = await readActivated(store, name, one);
        if (!found) damaged.push(damage(name, one.version, 'module.json'));
        const manifest = found ?? known.get(one.integrity);
        if (!manifest) continue;
        manifests.set(name, manifest);
        read.set(one.integrity, manifest);
      }
      return manifests;
    }
    const { shell } = registry;
    const modules = Object.entries(registry.modules);
    const manifests = await manifestsOf([['shell', shell], ...modules.filter(([, { dev }]) => !dev)]);
    const canaries = await manifestsOf(modules.flatMap(([name, { canary }]): [string, Activated][] => (canary ? [[name, canary]] : [])));
    // Without it nothing is lost as long as the active one starts.
    const spare = shell.lastGood ? await readActivated(store, 'shell', shell.lastGood).catch(() => null) : null;
    const started = manifests.get('shell') ?? spare;
    if (!started) throw new Error(`${damage('shell', shell.version, 'module.json')}; there is no last good one to serve in its place`);
    manifests.set('shell', started);
    known = read;
    return { registry, signed, spare, manifests, canaries, damaged, set: '' };
  };
}

/** A set of which nothing is damaged. Throws when the store does not have it as it was activated. */
export async function wholeSnapshotOf(store: Store, signed: SignedRegistry, registry: Registry): Promise<Snapshot> {
  const snapshot = await openManifests(store)(signed, registry);
  if (snapshot.damaged.length > 0) throw new Error(snapshot.damaged.join('; '));
  return snapshot;
}

/** The key that this host says with that a revision is current. What it says with another one no page would believe. */
function keyListed({ revision, timestampKeys: listed }: Registry, own: Key, listedKey: (listed: readonly string[]) => Key | null): Key {
  if (!listed || listed.includes(own.publicKey)) return own;
  const key = listedKey(listed);
  if (!key) throw new Error(`the timestamp key of this host is not among those of revision ${revision}: copy keys/timestamp.pem here`);
  return key;
}

const stamped = (signed: SignedRegistry, revision: number, key: Key): SignedRegistry => ({
  ...signed,
  timestamp: signTimestamp(revision, new Date(), key),
});

function say({ registry: { revision }, damaged }: Snapshot, log: LiveOptions['log']): void {
  log.info(`revision ${revision} is live`);
  if (damaged.length > 0) log.error(`revision ${revision} is served as far as the store has it: ${damaged.join('; ')}`);
}

/**
 * Follows the store's registry. One that does not verify changes nothing: the last verified one stays, the log says why, and it is tried
 * again. Nobody is told meanwhile that the older one is current. A version that is damaged holds nothing up: the set is served without it,
 * the log says so once, and it is looked at again until it is whole.
 */
export async function followStore({
  store,
  opsPublicKey,
  timestampKey: firstKey,
  listedKey = () => null,
  seen = { newest: async () => 0, keep: async () => undefined },
  log,
  timestampMs = 60_000,
}: LiveOptions): Promise<Live> {
  let timestampKey = firstKey;
  let snapshot: Snapshot | null = null;
  const snapshotOf = openManifests(store);
  /** Why the newest revision is not the one that is served; null when it is. */
  let refused: string | null = null;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;
  const listeners = new Set<(snapshot: Snapshot) => void>();

  async function take(): Promise<void> {
    // First: an activation may end between the two reads.
    const served = await seen.newest();
    const text = await store.registry();
    if (text === null) return;
    const { signed, registry } = openRegistry(text, opsPublicKey, snapshot?.registry.handovers);
    const isSame = registry.revision === snapshot?.registry.revision;
    if (isSame && snapshot?.damaged.length === 0) return;
    const newest = Math.max(snapshot?.registry.revision ?? 0, served);
    if (registry.revision < newest) throw new WentBack(registry.revision, newest);
    timestampKey = keyListed(registry, timestampKey, listedKey);
    const next = await snapshotOf(stamped(signed, registry.revision, timestampKey), registry);
    if (isSame && isDeepStrictEqual(next.damaged, snapshot?.damaged)) return;
    snapshot = next;
    // A full disk must not keep a rollback from the pages.
    await seen.keep(text).catch((error: Error) => log.error(`revision ${registry.revision} could not be recorded: ${error.message}`));
    say(next, log);
    for (const listener of [...listeners]) listener(next);
  }

  async function read(): Promise<void> {
    if (isStopped) return;
    clearTimeout(again);
    try {
      await take();
      refused = null;
    } catch (error) {
      const why = (error as Error).message;
      if (why !== refused)
        log.error(`registry not taken, ${snapshot ? `revision ${snapshot.registry.revision} stays` : 'nothing is served'}: ${why}`);
      refused = why;
      again = setTimeout(look, AGAIN_MS);
      again.unref();
    }
  }

  // One reading at a time, and never a change missed that came during one.
  let reading = read();
  function look(): void {
    reading = reading.then(read);
  }
  const stopWatching = store.watch(look);
  await reading;
  const timer = setInterval(() => {
    if (!snapshot || refused !== null) return;
    snapshot = { ...snapshot, signed: stamped(snapshot.signed, snapshot.registry.revision, timestampKey) };
    if (snapshot.damaged.length > 0) look();
  }, timestampMs);
  timer.unref();
  return {
    current: () => snapshot,
    whyNone: () => (refused === null ? NOTHING : UNREADABLE),
    timestampPublicKey: () => timestampKey.publicKey,
    opsPublicKey: () => (snapshot ? keyFor(snapshot.registry.revision, opsPublicKey, snapshot.registry.handovers ?? []) : opsPublicKey),
    secret: firstKey.privateKey.export({ type: 'pkcs8', format: 'der' }),
    onRevision(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      isStopped = true;
      stopWatching();
      clearInterval(timer);
      clearTimeout(again);
      listeners.clear();
    },
  };
}
