import type { Random } from '../../api/seed/random';
import { bucketStore } from '../../delivery/src/store/bucket-store';
import { folderStore } from '../../delivery/src/store/folder-store';
import type { HistoryLine, Store } from '../../delivery/src/store/store';
import { createBucket } from './bucket';
import type { Bug } from './bugs';
import type { Clock } from './clock';
import type { FileSystem } from './file-system';
import { type Machine, newMachine, type Scheduler } from './machine';

interface StoredRevision {
  text: string;
  line: HistoryLine;
}

/** The store of one run, and an attacker's access to it. */
export interface Stores {
  kind: 'folder' | 'bucket';
  /** The store as a new process of this machine opens it. `isHost`: the process of a portal host. */
  open(machine: Machine, isHost?: boolean): Store;
  /** The local files of a machine, in which it records the newest revision. */
  localFolder(machine: Machine): string;
  /** Begins to plant the defect. */
  plant(bug: Bug | null): void;
  /** The numbers of all revisions, ascending. */
  numbers(): Promise<number[]>;
  read(revision: number): Promise<StoredRevision>;
  /** Writes a revision without any check. */
  write(revision: number, stored: StoredRevision): Promise<void>;
  remove(revision: number): Promise<void>;
  /** Writes one file of a version without any check. A new version is visible from then on. */
  putFile(name: string, version: string, file: string, bytes: Uint8Array): Promise<void>;
}

export interface StoreParts {
  chance: Random;
  clock: Clock;
  files: FileSystem;
  scheduler: Scheduler;
}

const keyOf = (revision: number) => `revisions/${String(revision).padStart(10, '0')}.json`;
const attacker = newMachine('attacker');

function openBucket({ scheduler }: StoreParts): Omit<Stores, 'localFolder'> {
  const bucket = createBucket();
  let bug: Bug | null = null;
  return {
    kind: 'bucket',
    plant: (planted) => {
      bug = planted;
    },
    open: (machine, isHost = false) =>
      bucketStore(
        bucket.connect(() => scheduler.waitForTurn(machine), {
          overwrites: bug === 'bucket-overwrites',
          forgetsRevisions: bug === 'bucket-forgets',
          listsOld: bug === 'bucket-lists-old' && isHost,
        }),
      ),
    numbers: async () =>
      [...bucket.objects.keys()]
        .flatMap((key) => /^revisions\/(\d+)\.json$/.exec(key)?.[1] ?? [])
        .map(Number)
        .sort((a, b) => a - b),
    read: async (revision) => JSON.parse(Buffer.from(bucket.objects.get(keyOf(revision)) ?? '').toString()) as StoredRevision,
    write: async (revision, stored) => void bucket.objects.set(keyOf(revision), Buffer.from(JSON.stringify(stored))),
    remove: async (revision) => void bucket.objects.delete(keyOf(revision)),
    async putFile(name, version, file, bytes) {
      const key = `versions/${name}/${version}.json`;
      const known = bucket.objects.get(key);
      const pointer = known
        ? (JSON.parse(Buffer.from(known).toString()) as { files: string })
        : { at: 0, bytes: 0, files: `files/${name}/${version}/half` };
      if (!known) bucket.objects.set(key, Buffer.from(JSON.stringify(pointer)));
      bucket.objects.set(`${pointer.files}/${file}`, bytes);
    },
  };
}

function openFolder({ clock, files, scheduler }: StoreParts): Omit<Stores, 'localFolder'> {
  let bug: Bug | null = null;
  const viewOf = (machine: Machine, isHost = false) =>
    files.addView(`${machine.name}-store`, 'store', {
      waitForTurn: () => scheduler.waitForTurn(machine),
      defer: (changed) => clock.defer(machine.clock, changed),
      staleMs: machine.staleMs,
      defects: {
        losesRename: bug === 'folder-loses-rename',
        replacesFolder: bug === 'folder-overwrites',
        listsOld: bug === 'folder-lists-old' && isHost,
      },
    });
  const own = viewOf(attacker);
  const { calls } = files;
  const textOf = async (path: string) => {
    const { stat, read } = await calls.open(path, 'r');
    const bytes = Buffer.alloc((await stat()).size);
    await read(bytes, 0, bytes.length, 0);
    return bytes.toString();
  };
  return {
    kind: 'folder',
    plant: (planted) => {
      bug = planted;
    },
    open: (machine, isHost) => folderStore(viewOf(machine, isHost)),
    numbers: async () =>
      (await calls.readdir(`${own}/revisions`))
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .sort((a, b) => a - b),
    async read(revision) {
      const folder = `${own}/revisions/${revision}`;
      return { text: await textOf(`${folder}/registry.json`), line: JSON.parse(await textOf(`${folder}/change.json`)) as HistoryLine };
    },
    // In one step, like a command: another process must not see half of it.
    async write(revision, { text, line }) {
      const aside = `${own}/aside/${revision}`;
      await calls.rm(aside, { recursive: true, force: true });
      await calls.mkdir(aside);
      await calls.writeFile(`${aside}/change.json`, JSON.stringify(line));
      await calls.writeFile(`${aside}/registry.json`, text);
      await calls.rename(aside, `${own}/revisions/${revision}`);
    },
    async remove(revision) {
      await calls.rm(`${own}/aside/removed`, { recursive: true, force: true });
      await calls.mkdir(`${own}/aside`);
      await calls.rename(`${own}/revisions/${revision}`, `${own}/aside/removed`);
    },
    async putFile(name, version, file, bytes) {
      const folder = `${own}/modules/${name}/${version}`;
      await calls.mkdir(folder);
      await calls.writeFile(`${folder}/${file}`, bytes);
    },
  };
}

/** The store that the seed chooses: a folder or a bucket. */
export function createStores(parts: StoreParts): Stores {
  const { chance, files } = parts;
  return {
    ...(chance.chance(0.5) ? openFolder(parts) : openBucket(parts)),
    localFolder(machine) {
      // A local disk needs no turn: it fails with its machine.
      const waitForTurn = () => (machine.isKilled ? new Promise<never>(() => undefined) : Promise.resolve());
      return files.addView(`${machine.name}-local`, `computers/${machine.computer}`, {
        waitForTurn,
        defer: () => undefined,
        staleMs: 0,
        defects: {},
      });
    },
  };
}
