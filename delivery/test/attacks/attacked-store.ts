import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ObjectStore as BucketDouble, startObjectStore } from '../../../api/test/object-store';
import { openServedRevisions } from '../../src/registry/served-revisions';
import { bucketStore } from '../../src/store/bucket-store';
import { withCompressedCopies } from '../../src/store/compress';
import { folderStore } from '../../src/store/folder-store';
import { integrityOf } from '../../src/store/integrity';
import { openObjects } from '../../src/store/object-store';
import type { Store } from '../../src/store/store';
import { newContext } from '../fixtures';

/** Writes into the store like an attacker who has its credentials, and none of the keys. */
export interface Attacker {
  /** Replaces a stored file of a version, or adds one. */
  writeFile(name: string, version: string, file: string, bytes: string | Uint8Array): Promise<void>;
  writeRevision(revision: number, text: string): Promise<void>;
  removeRevision(revision: number): Promise<void>;
  /** Replaces the record of the newest revision; null removes it. */
  writeRecord(text: string | null): Promise<void>;
}

export interface AttackedStore {
  context: ReturnType<typeof newContext>;
  attacker: Attacker;
  /** Opens the store like another process, without the memory of the first one. */
  open(): Promise<Store>;
}

const change = (revision: number) => ({ revision, at: '2026-05-01T12:00:00Z', by: 'mallory', why: '', changes: [] });

function contextOf(data: string, store: Store): AttackedStore['context'] {
  const context = { ...newContext(data), store };
  return { ...context, seen: openServedRevisions(store, data, context.ops.publicKey) };
}

function inFolder(): AttackedStore {
  const { data } = newContext();
  const write = (file: string, bytes: string | Uint8Array) => {
    mkdirSync(dirname(join(data, file)), { recursive: true });
    writeFileSync(join(data, file), bytes);
  };
  return {
    context: contextOf(data, folderStore(data)),
    open: async () => folderStore(data),
    attacker: {
      writeFile: async (name, version, file, bytes) => write(`modules/${name}/${version}/${file}`, bytes),
      async writeRevision(revision, text) {
        write(`revisions/${revision}/change.json`, JSON.stringify(change(revision)));
        write(`revisions/${revision}/registry.json`, text);
      },
      removeRevision: async (revision) => rmSync(join(data, 'revisions', String(revision)), { recursive: true }),
      writeRecord: async (text) => (text === null ? rmSync(join(data, 'newest-revision.json')) : write('newest-revision.json', text)),
    },
  };
}

async function inBucket(double: BucketDouble): Promise<AttackedStore> {
  const prefix = `attacked-${randomUUID()}`;
  const open = async () => bucketStore(await openObjects(double.bucket, prefix));
  const objects = await openObjects(double.bucket, prefix);
  const keyOf = (revision: number) => `revisions/${String(revision).padStart(10, '0')}.json`;
  const put = (key: string, text: string | Uint8Array) => objects.put(key, Buffer.from(text as string));
  return {
    context: contextOf(newContext().data, await open()),
    open,
    attacker: {
      async writeFile(name, version, file, bytes) {
        const pointer = JSON.parse(Buffer.from((await objects.get(`versions/${name}/${version}.json`)) ?? '').toString());
        await put(`${pointer.files}/${file}`, bytes);
      },
      writeRevision: (revision, text) => put(keyOf(revision), JSON.stringify({ text, line: change(revision) })),
      removeRevision: (revision) => objects.remove(keyOf(revision)),
      writeRecord: (text) => (text === null ? objects.remove('newest-revision.json') : put('newest-revision.json', text)),
    },
  };
}

/** Each kind of store, for a test file. */
export function attackedStores(): [string, () => Promise<AttackedStore>][] {
  let double: BucketDouble;
  beforeAll(async () => {
    double = await startObjectStore();
  });
  afterAll(() => double.stop());
  return [
    ['a folder', async () => inFolder()],
    ['a bucket', () => inBucket(double)],
  ];
}

const [SEARCH, SETTINGS] = ['search-job', 'setting'];

export const EVIL = '/* of the attacker */';

/**
 * Replaces a file of a version so that the version is consistent: its compressed copies and its `module.json` fit. Returns the function that
 * restores the version.
 */
export async function forgeVersion({ attacker, open }: AttackedStore, name: string, version: string): Promise<() => Promise<void>> {
  const store = await open();
  const files = ['remoteEntry.js', 'module.json'] as const;
  const [script, text] = await Promise.all(
    files.map(async (file) => Buffer.from((await store.read(name, version, file)) ?? '').toString()),
  );
  const manifest = JSON.parse(text ?? '');
  manifest.files['remoteEntry.js'] = { integrity: integrityOf(EVIL), size: EVIL.length };
  async function write(contents: [file: string, text: string][]): Promise<void> {
    for (const [file, content] of contents)
      for (const [stored, bytes] of await withCompressedCopies(file, Buffer.from(content)))
        await attacker.writeFile(name, version, stored, bytes);
  }
  await write([
    [files[0], EVIL],
    [files[1], JSON.stringify(manifest)],
  ]);
  return () =>
    write([
      [files[0], script ?? ''],
      [files[1], text ?? ''],
    ]);
}

export const jobsBuild = (version: string) => ({
  name: 'mf-jobs',
  version,
  routes: { [`/${SEARCH}`]: 'Search' },
  script: `/* jobs ${version} */`,
});
export const accountBuild = (version: string) => ({ name: 'mf-account', version, routes: { [`/${SETTINGS}`]: 'Settings' } });
