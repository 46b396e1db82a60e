import { setTimeout } from 'node:timers/promises';
import { type Bucket, bucketProblem, isMissing, openBucket, statusOf } from '@portal/object-storage/bucket';
import { ConcurrentChange, UserError } from '../errors';

export interface ObjectStore {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Writes only if the key is free; of concurrent calls one returns true. */
  putIfAbsent(key: string, bytes: Uint8Array): Promise<boolean>;
  /** All keys with this prefix, in order; `after`: only later ones. */
  list(prefix: string, after?: string): Promise<{ key: string; at: number; size: number }[]>;
  remove(key: string): Promise<void>;
}

/** On concurrent writes of the same key, a store may reject both with 409. */
const CONFLICTS = 5;
const PAUSE_MS = 50;

/** Opens a bucket under one prefix. */
export async function openObjects(bucket: Bucket, prefix: string): Promise<ObjectStore> {
  const { client, library } = await openBucket(bucket);
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } = library;
  const Bucket = bucket.name;
  const Key = (key: string) => `${prefix}/${key}`;
  const wrapErrors = <T>(act: Promise<T>): Promise<T> =>
    act.catch((error: unknown) => {
      throw new UserError(bucketProblem(bucket, error));
    });

  const objects: ObjectStore = {
    async get(key) {
      const asked = client.send(new GetObjectCommand({ Bucket, Key: Key(key) })).then(
        ({ Body }) => Body?.transformToByteArray() ?? null,
        (error: unknown) => {
          if (isMissing(error)) return null;
          throw error;
        },
      );
      return wrapErrors(asked);
    },
    async put(key, bytes) {
      await wrapErrors(client.send(new PutObjectCommand({ Bucket, Key: Key(key), Body: bytes })));
    },
    async putIfAbsent(key, bytes) {
      for (let left = CONFLICTS; ; left--) {
        try {
          await client.send(new PutObjectCommand({ Bucket, Key: Key(key), Body: bytes, IfNoneMatch: '*' }));
          return true;
        } catch (error) {
          if (statusOf(error) === 409) {
            if (left === 0) throw new ConcurrentChange(key);
            await setTimeout(PAUSE_MS * (1 + Math.random()));
            continue;
          }
          if (statusOf(error) !== 412) return wrapErrors(Promise.reject(error));
          // An earlier attempt whose reply was lost may have written it.
          const there = await objects.get(key);
          return there !== null && Buffer.from(there).equals(bytes);
        }
      }
    },
    async list(begins, after) {
      const found: { key: string; at: number; size: number }[] = [];
      for (let ContinuationToken: string | undefined; ; ) {
        const asked = { Bucket, Prefix: Key(begins), ContinuationToken, ...(after !== undefined && { StartAfter: Key(after) }) };
        const page = await wrapErrors(client.send(new ListObjectsV2Command(asked)));
        for (const { Key: key, LastModified, Size } of page.Contents ?? [])
          if (key) found.push({ key: key.slice(prefix.length + 1), at: LastModified?.getTime() ?? 0, size: Size ?? 0 });
        ContinuationToken = page.NextContinuationToken;
        if (!ContinuationToken) return found;
      }
    },
    async remove(key) {
      await wrapErrors(client.send(new DeleteObjectCommand({ Bucket, Key: Key(key) })));
    },
  };
  return objects;
}
