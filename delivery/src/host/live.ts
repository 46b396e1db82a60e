import type { Canary, ModuleManifest, ModuleVersion, Registry, SignedRegistry } from '@portal/mf-kit/module';
import type { Override } from '@portal/mf-kit/override';
import { integrityOf } from '../integrity';
import { type Key, keyFor, openRegistry, signTimestamp } from '../signing';
import { readManifest, type Store } from '../store';

export interface Snapshot {
  registry: Registry;
  /** With the host's word that it is current. */
  signed: SignedRegistry;
  /** The shell's and every module's active manifest. A module from a dev server has none. */
  manifests: Map<string, ModuleManifest>;
  /** Those of the canaries, by module. */
  canaries: Map<string, ModuleManifest>;
  /** The last good shell's, for browsers in which the active one did not start; null when there is none to be had. */
  spare: ModuleManifest | null;
  /** The modules that run their canary in this set, as a text. */
  set: string;
  /** What this browser takes from elsewhere; left out where it does not. */
  overrides?: readonly Override[];
}

export interface Live {
  /** The newest verified registry; null before the first activation. */
  current(): Snapshot | null;
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
  log: { error(message: string): void; info(message: string): void };
  /** How often "revision N is current" is signed anew. */
  timestampMs?: number;
}

/** A revision that could not be taken is tried again after this time. */
const AGAIN_MS = 1_000;

async function manifestsOf(store: Store, versions: [string, ModuleVersion & { dev?: true }][]): Promise<Map<string, ModuleManifest>> {
  const manifests = new Map<string, ModuleManifest>();
  for (const [name, { version, integrity, dev }] of versions) {
    if (dev) continue;
    const found = await readManifest(store, name, version);
    if (!found || integrityOf(found.bytes) !== integrity) throw new Error(`${name} ${version} is not in the store as it was activated`);
    manifests.set(name, found.manifest);
  }
  return manifests;
}

/** A registry with every manifest that it names. Throws when the store does not have them as they were activated. */
export async function snapshotOf(store: Store, signed: SignedRegistry, registry: Registry): Promise<Snapshot> {
  const canaries = Object.entries(registry.modules).flatMap(([name, { canary }]) => (canary ? [[name, canary] as [string, Canary]] : []));
  const { lastGood } = registry.shell;
  // Without it nothing is lost as long as the active one starts.
  const spare = await manifestsOf(store, lastGood ? [['shell', lastGood]] : []).catch(() => null);
  return {
    registry,
    signed,
    spare: spare?.get('shell') ?? null,
    manifests: await manifestsOf(store, Object.entries({ shell: registry.shell, ...registry.modules })),
    canaries: await manifestsOf(store, canaries),
    set: '',
  };
}

/**
 * Follows the store's registry. One that does not verify changes nothing: the last verified one stays, the log says why, and it is tried
 * again. Nobody is told meanwhile that the older one is current.
 */
export async function followStore({
  store,
  opsPublicKey,
  timestampKey: firstKey,
  listedKey = () => null,
  log,
  timestampMs = 60_000,
}: LiveOptions): Promise<Live> {
  let timestampKey = firstKey;
  let snapshot: Snapshot | null = null;
  /** Why the newest revision is not the one that is served; null when it is. */
  let refused: string | null = null;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;
  const listeners = new Set<(snapshot: Snapshot) => void>();
  const stamped = (signed: SignedRegistry, revision: number): SignedRegistry => ({
    ...signed,
    timestamp: signTimestamp(revision, new Date(), timestampKey),
  });

  /** The key that this host says with that a revision is current. What it says with another one no page would believe. */
  function keyListed({ revision, timestampKeys: listed }: Registry): Key {
    if (!listed || listed.includes(timestampKey.publicKey)) return timestampKey;
    const key = listedKey(listed);
    if (!key) throw new Error(`the timestamp key of this host is not among those of revision ${revision}: copy keys/timestamp.pem here`);
    return key;
  }

  async function take(): Promise<void> {
    const text = await store.registry();
    if (text === null) return;
    const { signed, registry } = openRegistry(text, opsPublicKey, snapshot?.registry.handovers);
    if (registry.revision === snapshot?.registry.revision) return;
    if (snapshot && registry.revision < snapshot.registry.revision)
      throw new Error(`the registry went back from revision ${snapshot.registry.revision} to ${registry.revision}`);
    timestampKey = keyListed(registry);
    const next = await snapshotOf(store, stamped(signed, registry.revision), registry);
    snapshot = next;
    log.info(`revision ${registry.revision} is live`);
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
    if (snapshot && refused === null) snapshot = { ...snapshot, signed: stamped(snapshot.signed, snapshot.registry.revision) };
  }, timestampMs);
  timer.unref();
  return {
    current: () => snapshot,
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
