import { isDeepStrictEqual } from 'node:util';
import type { ModuleManifest, Registry, SignedRegistry } from '@portal/mf-kit/module';
import type { Override } from '@portal/mf-kit/override';
import { isStoreFailure } from '../errors';
import { damageMessage, unreadableMessage } from '../gate/gate';
import { type Activated, readActiveManifest } from '../registry/active-versions';
import type { ServedRevisions } from '../registry/served-revisions';
import { type Key, keyFor, signTimestamp, verifyRegistry } from '../registry/signatures';
import { WentBack } from '../registry/update-registry';
import type { Store } from '../store/store';

export interface Snapshot {
  registry: Registry;
  /** With this host's freshness timestamp. */
  signed: SignedRegistry;
  /**
   * The active manifests of the shell and the modules. Modules from a dev server have none. Neither have damaged modules: the shell runs
   * their last good version.
   */
  manifests: Map<string, ModuleManifest>;
  canaries: Map<string, ModuleManifest>;
  /** One line for each version of this set whose files in the store differ from the activated ones. */
  damaged: readonly string[];
  /** The last good shell, for browsers in which the active one did not start; null if there is none. */
  fallbackShell: ModuleManifest | null;
  /** The modules that run their canary in this set, as a text. */
  set: string;
  /** The overrides of this browser, if any. */
  overrides?: readonly Override[];
}

export interface LiveRegistry {
  /** The newest verified registry; null before the first activation, or if none can be verified. */
  current(): Snapshot | null;
  /** Why there is no registry, in words for every visitor. Details of an unreadable registry are only in the log. */
  unavailableReason(): string;
  /** Public key that verifies the freshness timestamp of the served revision. */
  timestampPublicKey(): string;
  /** The ops key that signs now. */
  opsPublicKey(): string;
  /** Bytes of this host's private key, as a secret for values that clients return, such as cookies. */
  secret: Buffer;
  /** Calls `listener` for each new revision. Returns the unsubscribe function. */
  onRevision(listener: (snapshot: Snapshot) => void): () => void;
  stop(): void;
}

export interface LiveOptions {
  store: Store;
  opsPublicKey: string;
  timestampKey: Key;
  /** Returns this host's key among those of a registry; null if it has none of them. */
  listedKey?: (listed: readonly string[]) => Key | null;
  /** The record of the newest revision; tests may omit it. */
  seen?: ServedRevisions;
  log: { error(message: string): void; info(message: string): void };
  /** Interval in ms at which the freshness timestamp is signed again. */
  timestampMs?: number;
}

/** A rejected revision is tried again after this time. */
const AGAIN_MS = 1_000;

const NOTHING = 'Nothing is activated yet: portal publish, then portal activate.';
const UNREADABLE = 'The active set cannot be read: see the log of the portal host.';

/** By the hash of module.json, which identifies its content. */
type Known = ReadonlyMap<string, ModuleManifest>;

/** Reads the activated manifests. If one cannot be read, it uses the same one of the previous set. */
function openManifests(store: Store) {
  let known: Known = new Map();

  /**
   * Returns a registry with all its readable manifests. Throws if no shell is readable. Throws also if only the last good shell is, and
   * there is a previous set, which is complete.
   */
  return async function snapshotOf(signed: SignedRegistry, registry: Registry): Promise<Snapshot> {
    const read = new Map<string, ModuleManifest>();
    const damaged: string[] = [];
    async function manifestsOf(versions: [string, Activated][]): Promise<Map<string, ModuleManifest>> {
      const manifests = new Map<string, ModuleManifest>();
      for (const [name, one] of versions) {
        let problem = damageMessage(name, one.version, 'module.json');
        const found = await readActiveManifest(store, name, one).catch((error: unknown) => {
          if (!isStoreFailure(error)) throw error;
          if (name === 'shell' && known.size > 0 && !known.has(one.integrity)) throw error;
          // One unreadable object must not stop a rollback of another module, or empty a restarted host.
          problem = unreadableMessage(name, one.version, error);
          return null;
        });
        if (!found) damaged.push(problem);
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
    // A missing last good shell is harmless as long as the active one starts.
    const fallbackShell = shell.lastGood ? await readActiveManifest(store, 'shell', shell.lastGood).catch(() => null) : null;
    const started = manifests.get('shell') ?? fallbackShell;
    if (!started) throw new Error(`${damaged[0]}; there is no last good one to serve in its place`);
    manifests.set('shell', started);
    known = read;
    return { registry, signed, fallbackShell, manifests, canaries, damaged, set: '' };
  };
}

/** Returns a set without damage. Throws if a file differs from the activated one. */
export async function completeSnapshot(store: Store, signed: SignedRegistry, registry: Registry): Promise<Snapshot> {
  const snapshot = await openManifests(store)(signed, registry);
  if (snapshot.damaged.length > 0) throw new Error(snapshot.damaged.join('; '));
  return snapshot;
}

/** Returns the key that signs the freshness timestamp. Pages accept only the listed keys. */
function keyListed({ revision, timestampKeys: listed }: Registry, own: Key, listedKey: (listed: readonly string[]) => Key | null): Key {
  if (!listed || listed.includes(own.publicKey)) return own;
  const key = listedKey(listed);
  if (!key) throw new Error(`the timestamp key of this host is not among those of revision ${revision}: copy keys/timestamp.pem here`);
  return key;
}

const withTimestamp = (signed: SignedRegistry, revision: number, key: Key): SignedRegistry => ({
  ...signed,
  timestamp: signTimestamp(revision, new Date(), key),
});

function say({ registry: { revision }, damaged }: Snapshot, log: LiveOptions['log']): void {
  log.info(`revision ${revision} is live`);
  if (damaged.length > 0) log.error(`revision ${revision} is served without its damaged versions: ${damaged.join('; ')}`);
}

/**
 * Follows the registry of the store. If a new one does not verify, the last verified one stays, the log has the reason, and the host tries
 * again. It signs no freshness timestamp until then. A damaged version does not block the set: the set is served without it, the log reports
 * it once, and it is read again until it is intact.
 */
export async function watchRegistry({
  store,
  opsPublicKey,
  timestampKey: firstKey,
  listedKey = () => null,
  seen = { newest: async () => 0, handovers: async () => [], keep: async () => undefined },
  log,
  timestampMs = 60_000,
}: LiveOptions): Promise<LiveRegistry> {
  let timestampKey = firstKey;
  let snapshot: Snapshot | null = null;
  const snapshotOf = openManifests(store);
  /** Why the newest revision is not served; null if it is. */
  let refused: string | null = null;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;
  const listeners = new Set<(snapshot: Snapshot) => void>();

  async function take(): Promise<void> {
    // Read first, because an activation may end between the two reads.
    const served = await seen.newest();
    const text = await store.registry();
    const before = Math.max(snapshot?.registry.revision ?? 0, served);
    if (text === null && before > 0) throw new WentBack(0, before);
    if (text === null) return;
    const { signed, registry } = verifyRegistry(text, opsPublicKey, snapshot?.registry.handovers ?? (await seen.handovers()));
    const isSame = registry.revision === snapshot?.registry.revision;
    if (isSame && snapshot?.damaged.length === 0) return;
    if (registry.revision < before) throw new WentBack(registry.revision, before);
    timestampKey = keyListed(registry, timestampKey, listedKey);
    const next = await snapshotOf(withTimestamp(signed, registry.revision, timestampKey), registry);
    if (isSame && isDeepStrictEqual(next.damaged, snapshot?.damaged)) return;
    snapshot = next;
    // A full disk must not prevent a rollback.
    await seen.keep(text).catch((error: Error) => log.error(`revision ${registry.revision} could not be recorded: ${error.message}`));
    say(next, log);
    for (const listener of [...listeners]) listener(next);
  }

  async function read(): Promise<void> {
    if (isStopped) return;
    clearTimeout(again);
    try {
      await take();
      const wasRefused = refused !== null;
      refused = null;
      // Its timestamp may be older than pages accept.
      if (wasRefused) signAgain();
    } catch (error) {
      const why = (error as Error).message;
      if (why !== refused)
        log.error(`registry not taken, ${snapshot ? `revision ${snapshot.registry.revision} stays` : 'nothing is served'}: ${why}`);
      refused = why;
      again = setTimeout(look, AGAIN_MS);
      again.unref();
    }
  }

  // One read at a time; a change during a read starts another one.
  let reading = read();
  function look(): void {
    reading = reading.then(read);
  }
  const stopWatching = store.watch(look);
  await reading;
  function signAgain(): void {
    if (!snapshot || refused !== null) return;
    snapshot = { ...snapshot, signed: withTimestamp(snapshot.signed, snapshot.registry.revision, timestampKey) };
  }
  // Signs only after another read: a revision of a store that does not answer may not be current.
  const timer = setInterval(() => {
    reading = reading.then(async () => {
      // A rejected revision is tried again by its own timer.
      if (refused !== null) return;
      await read();
      signAgain();
    });
  }, timestampMs);
  timer.unref();
  return {
    current: () => snapshot,
    unavailableReason: () => (refused === null ? NOTHING : UNREADABLE),
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
