import { randomUUID } from 'node:crypto';
import { ConcurrentChange, UserError } from '../errors';
import { bytesOf, createOnce, parseJson, pointersIn, textOf } from './bucket-pointers';
import { hiddenKey, pruningIn, removeAllOf, tombstoneKey } from './bucket-prune';
import { SUFFIX } from './compress';
import { mapConcurrent } from './concurrent';
import { isSafeFile } from './manifest';
import type { ObjectStore } from './object-store';
import { assertOwnNumber, assertSafeFiles, type HistoryLine, isSafeName, prunedError, type Store } from './store';

interface KeptRevision {
  text: string;
  line: HistoryLine;
}

const LOOK_MS = 1_000;
const MANIFEST = 'module.json';
const NAMED = /^revisions\/(\d{10})\.json$/;
/** A revision that nobody could read, renamed by an operator. */
const ASIDE = /^revisions\/(\d{10})\.json\.bad$/;
const keyOf = (revision: number) => `revisions/${String(revision).padStart(10, '0')}.json`;

/** `revisions/<n>.json`, each written only if the key is free, so a number is used once. */
function revisionsIn(
  objects: ObjectStore,
): Pick<Store, 'registry' | 'latestRevision' | 'appendRevision' | 'history' | 'revision' | 'watch'> {
  /** Revisions with a successor. They never change; an operator may remove the newest, and its number is used again. */
  const known = new Map<number, KeptRevision>();

  /** Each revision with its number, and a mark that changes when its number is used again. */
  async function listed(after?: string, named = NAMED): Promise<{ revision: number; mark: string }[]> {
    const keys = await objects.list('revisions/', after);
    return keys.flatMap(({ key, at, size }) => {
      const [, number] = named.exec(key) ?? [];
      return number ? [{ revision: Number(number), mark: `${key} ${at} ${size}` }] : [];
    });
  }
  /** Hosts poll every second and the list grows, so listing starts at the last known number, unless that one was removed. */
  let last = 0;
  async function newestListed() {
    const since = last > 0 ? await listed(keyOf(last - 1)) : [];
    const newest = (since.length > 0 ? since : await listed()).at(-1);
    last = newest?.revision ?? 0;
    return newest;
  }
  const newestNumber = async (): Promise<number | undefined> => (await newestListed())?.revision;
  async function read(revision: number): Promise<KeptRevision | null> {
    const kept = known.get(revision);
    if (kept) return kept;
    const bytes = await objects.get(keyOf(revision));
    if (!bytes) return null;
    const found = parseJson<KeptRevision>(bytes);
    if (revision < last) known.set(revision, found);
    return found;
  }
  async function readNewestRevision(): Promise<string | null> {
    const newest = await newestNumber();
    const text = newest === undefined ? null : ((await read(newest))?.text ?? null);
    if (newest !== undefined && text !== null) assertOwnNumber(newest, text);
    return text;
  }

  return {
    registry: readNewestRevision,
    async latestRevision() {
      const active = (await listed()).at(-1)?.revision ?? 0;
      const aside = (await listed(undefined, ASIDE)).map(({ revision }) => revision);
      return { active, used: Math.max(active, ...aside), place: keyOf(active) };
    },
    async appendRevision(expected, next, line) {
      if ((await readNewestRevision()) !== expected) throw new ConcurrentChange();
      // Another process may have taken the number since the read. The random mark distinguishes two writers of equal content.
      const isMade = await createOnce(objects, keyOf(line.revision), bytesOf({ text: next, line, mark: randomUUID() }));
      if (!isMade) throw new ConcurrentChange();
      return [];
    },
    history: async () => (await mapConcurrent(await listed(), ({ revision }) => read(revision))).flatMap((one) => (one ? [one.line] : [])),
    revision: async (revision) => (await read(revision))?.text ?? null,
    watch(changed) {
      let seen: string | null | undefined;
      let isStopped = false;
      const look = async () => {
        // If the bucket cannot be listed, the next read fails and reports the reason.
        const now = await newestListed().then(
          (newest) => newest?.mark,
          () => null,
        );
        if (isStopped || now === seen) return;
        seen = now;
        changed();
      };
      void look();
      const timer = setInterval(() => void look(), LOOK_MS);
      timer.unref();
      return () => {
        isStopped = true;
        clearInterval(timer);
      };
    },
  };
}

const documentsIn = (
  objects: ObjectStore,
): Pick<Store, 'stage' | 'candidates' | 'candidate' | 'writeTokens' | 'tokens' | 'keepSeen' | 'seen'> => {
  const read = async (kind: string, id: string) => {
    const bytes = isSafeName(id) ? await objects.get(`${kind}/${id}.json`) : null;
    return bytes && textOf(bytes);
  };
  const write = async (kind: string, id: string, text: string) =>
    void (await objects.putIfAbsent(`${kind}/${id}.json`, new TextEncoder().encode(text)));
  return {
    stage: (id, text) => write('candidates', id, text),
    candidates: async () => (await objects.list('candidates/')).map(({ key }) => key.slice('candidates/'.length, -'.json'.length)),
    candidate: (id) => read('candidates', id),
    writeTokens: (id, text) => write('tokens', id, text),
    tokens: (id) => read('tokens', id),
    keepSeen: (text) => objects.put('newest-revision.json', new TextEncoder().encode(text)),
    async seen() {
      const bytes = await objects.get('newest-revision.json');
      return bytes && textOf(bytes);
    },
  };
};

/** The texts below `prefix`, by the name of their key. */
async function textsBelow(objects: ObjectStore, prefix: string): Promise<Map<string, string>> {
  const kept = await mapConcurrent(await objects.list(prefix), async ({ key }) => {
    const bytes = await objects.get(key);
    // Another process may have deleted it since the listing.
    return bytes ? [[key.slice(prefix.length, -'.json'.length), textOf(bytes)] as const] : [];
  });
  return new Map(kept.flat());
}

/** `health/<host>.json`: each host overwrites its own file. `health-days/<day>.json` never changes. */
const healthIn = (objects: ObjectStore): Pick<Store, 'writeHealth' | 'health' | 'addHealthDay' | 'healthDays' | 'removeHealthDay'> => ({
  async writeHealth(host, text) {
    if (!isSafeName(host)) throw new UserError(`${host} is no name of a host`);
    const key = `health/${host}.json`;
    await (text === null ? objects.remove(key) : objects.put(key, new TextEncoder().encode(text)));
  },
  health: () => textsBelow(objects, 'health/'),
  async addHealthDay(day, text) {
    await objects.putIfAbsent(`health-days/${day}.json`, new TextEncoder().encode(text));
  },
  healthDays: () => textsBelow(objects, 'health-days/'),
  removeHealthDay: (day) => objects.remove(`health-days/${day}.json`),
});

/**
 * A store in a bucket. The files of a version are under a prefix that no other upload uses. `versions/<name>/<version>.json` names the
 * prefix and is written only if the key is free. So one of two publishers succeeds, and a killed one leaves nothing visible.
 */
export function bucketStore(objects: ObjectStore): Store {
  const pointers = pointersIn(objects);
  const removeAll = removeAllOf(objects);

  /** Writes the files, then the pointer. Returns false and removes the files if another process wrote the pointer first. */
  async function upload(name: string, version: string, files: Map<string, Uint8Array>, maps: Map<string, Uint8Array>): Promise<boolean> {
    const id = randomUUID();
    const places = { files: `files/${name}/${version}/${id}`, maps: `maps/${name}/${version}/${id}` };
    const under = (place: string, named: Map<string, Uint8Array>) =>
      [...named].map(([file, bytes]) => [`${place}/${file}`, bytes] as const);
    const deleteUpload = async () => {
      for (const place of Object.values(places)) await removeAll(`${place}/`);
    };
    try {
      await mapConcurrent([...under(places.maps, maps), ...under(places.files, files)], ([key, bytes]) => objects.put(key, bytes));
    } catch (error) {
      // Its leftovers are invisible; the original error matters.
      await deleteUpload().catch(() => undefined);
      throw error;
    }
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    // If the result of the write is unknown, the files stay, because a version without files is worse than files without a version.
    if (await pointers.put(name, version, { at: Date.now(), bytes, files: places.files })) return true;
    await deleteUpload();
    return false;
  }

  return {
    ...revisionsIn(objects),
    ...documentsIn(objects),
    ...healthIn(objects),
    ...pruningIn(objects, pointers),
    async add(name, version, files, maps) {
      const taken = new UserError(`${name} ${version} is published already; a version never changes`);
      if (await pointers.now(name, version)) throw taken;
      // In the order in which a version moves through these places.
      for (const key of [hiddenKey(name, version), tombstoneKey(name, version)])
        if (await objects.get(key)) throw prunedError(name, version);
      assertSafeFiles(name, version, files, maps);
      if (!(await upload(name, version, files, maps))) throw taken;
    },
    names: async () => [...new Set((await pointers.all()).map(({ name }) => name))],
    versions: async (name) => (isSafeName(name) ? (await pointers.all(name)).map(({ version }) => version) : []),
    published: () => pointers.all(),
    async read(name, version, file, encoding) {
      // The manifest is looked up without the cache, because another process may have hidden the version.
      const find = file === MANIFEST ? pointers.now : pointers.of;
      const pointer = isSafeFile(file) ? await find(name, version) : null;
      return pointer && objects.get(`${pointer.files}/${file}${encoding ? SUFFIX[encoding] : ''}`);
    },
  };
}
