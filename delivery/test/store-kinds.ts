import { randomUUID } from 'node:crypto';
import fsPromises from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from '@portal/object-storage/bucket';
import { bucketStore } from '../src/store/bucket-store';
import { folderStore } from '../src/store/folder-store';
import { type ObjectStore, openObjects } from '../src/store/object-store';
import { readBucketConfig } from '../src/store/open-store';
import type { Store } from '../src/store/store';
import { tempFolder } from './fixtures';

/** The bucket of the S3_* variables: this file can run against any store with conditional writes. */
const given = process.env.S3_BUCKET ? readBucketConfig({ ...process.env, PORTAL_STORE: 'bucket' }) : null;

export interface ReopenableStore {
  /** Opens the store like another process. */
  open(): Promise<Store>;
  /** Runs `act` in a process that is killed at its n-th write: later writes have no effect. Returns whether that write was reached. */
  crashAtWrite(write: number, act: (store: Store) => Promise<unknown>): Promise<boolean>;
  /** The stored keys of a version, including hidden ones. */
  kept(name: string, version: string): Promise<string[]>;
}

/** Throws from the n-th call on. */
function dying(write: number) {
  let writes = 0;
  const live = async <T>(act: () => Promise<T>): Promise<T> => {
    if (++writes >= write) throw new Error('killed');
    return act();
  };
  return { live, isDead: () => writes >= write };
}

const FOLDER_WRITES = ['open', 'mkdir', 'rename', 'rm'] as const;

function inFolder(): ReopenableStore {
  const folder = tempFolder();
  return {
    open: async () => folderStore(folder),
    async crashAtWrite(write, act) {
      const { live, isDead } = dying(write);
      const spies = FOLDER_WRITES.map((name) => {
        const real = fsPromises[name] as (...args: unknown[]) => Promise<unknown>;
        return jest
          .spyOn(fsPromises, name as 'rm')
          .mockImplementation(
            (...args: unknown[]) =>
              (args[1] === 'r' || typeof args[1] === 'number' ? real(...args) : live(() => real(...args))) as Promise<void>,
          );
      });
      await act(folderStore(folder)).catch((error: Error) => expect(error.message).toContain('killed'));
      for (const spy of spies) spy.mockRestore();
      return isDead();
    },
    async kept(name, version) {
      const all = await fsPromises.readdir(folder, { recursive: true, withFileTypes: true });
      const its = all.filter((one) => one.isFile() && one.parentPath.includes(join(name, version)));
      return its.map((one) => join(one.parentPath, one.name));
    },
  };
}

const PREFIXES = ['versions', 'files', 'maps', 'aside', 'pruned'];

function inBucket(bucket: Bucket): ReopenableStore {
  const prefix = `delivery-${randomUUID()}`;
  const connect = () => openObjects(bucket, prefix);
  let opened: Promise<ObjectStore> | undefined;
  const objects = () => {
    opened ??= connect();
    return opened;
  };
  return {
    open: async () => bucketStore(await connect()),
    async crashAtWrite(write, act) {
      const { live, isDead } = dying(write);
      const real = await objects();
      const mortal: ObjectStore = {
        ...real,
        put: (key, bytes) => live(() => real.put(key, bytes)),
        putIfAbsent: (key, bytes) => live(() => real.putIfAbsent(key, bytes)),
        remove: (key) => live(() => real.remove(key)),
      };
      await act(bucketStore(mortal)).catch((error: Error) => expect(error.message).toContain('killed'));
      return isDead();
    },
    async kept(name, version) {
      const { list } = await objects();
      const lists = await Promise.all(PREFIXES.map((prefix) => list(`${prefix}/${name}/${version}`)));
      return lists.flat().map(({ key }) => key);
    },
  };
}

/** A bucket on this machine. */
interface Double {
  bucket: Bucket;
  stop(): Promise<void>;
}

/** Each kind of store, opened by several processes, for a test file; `start` starts the bucket if the environment names none. */
export function storeKinds(start: () => Promise<Double>): [string, () => ReopenableStore][] {
  let double: Double;
  beforeAll(async () => {
    double = await start();
  });
  afterAll(() => double.stop());
  return [
    ['a folder', inFolder],
    ['a bucket', () => inBucket(given ?? double.bucket)],
  ];
}
