import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { type Bucket, bucketProblem, type Client, isMissing, openBucket, statusOf } from '@portal/object-storage/bucket';
import { ConcurrentChange, StoreFailure } from '../errors';
import { MOST_FILE_BYTES } from './atomic-files';

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

export interface ReplyLimits {
  /** Of one reply. */
  bytes: number;
  /** The maximum time from the first byte of a reply to its last one. */
  ms: number;
  /** The maximum number of pages of one list. A page normally has 1,000 keys. */
  pages: number;
}
const LIMITS: ReplyLimits = { bytes: MOST_FILE_BYTES, ms: 60_000, pages: 10_000 };

/** Ends a reply that is too long or too slow. A bucket that does not end its reply would fill the memory, or stop the reader. */
function limitReplies(client: Client, { bytes, ms }: ReplyLimits): void {
  function limitOf(body: Readable): Readable {
    let left = bytes;
    const limit = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        left -= chunk.length;
        done(left < 0 ? new Error(`its reply has more than ${bytes} bytes`) : null, chunk);
      },
    });
    // The reader of `limit` gets each error.
    return addAbortSignal(
      AbortSignal.timeout(ms),
      pipeline(body, limit, () => undefined),
    );
  }
  client.middlewareStack.add(
    (next) => async (asked) => {
      const result = await next(asked);
      const response = result.response as { body?: unknown };
      if (response.body instanceof Readable) response.body = limitOf(response.body);
      return result;
    },
    // The place nearest to the connection.
    { name: 'limitReplies', step: 'deserialize', priority: 'low' },
  );
}

/** Opens a bucket under one prefix. */
export async function openObjects(bucket: Bucket, prefix: string, limits = LIMITS): Promise<ObjectStore> {
  const { client, library } = await openBucket(bucket);
  limitReplies(client, limits);
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } = library;
  const Bucket = bucket.name;
  const Key = (key: string) => `${prefix}/${key}`;
  const wrapErrors = <T>(act: Promise<T>): Promise<T> =>
    act.catch((error: unknown) => {
      throw new StoreFailure(bucketProblem(bucket, error));
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
      let ContinuationToken: string | undefined;
      for (let pages = 0; pages < limits.pages; pages++) {
        const asked = { Bucket, Prefix: Key(begins), ContinuationToken, ...(after !== undefined && { StartAfter: Key(after) }) };
        const page = await wrapErrors(client.send(new ListObjectsV2Command(asked)));
        for (const { Key: key, LastModified, Size } of page.Contents ?? [])
          if (key) found.push({ key: key.slice(prefix.length + 1), at: LastModified?.getTime() ?? 0, size: Size ?? 0 });
        ContinuationToken = page.NextContinuationToken;
        if (!ContinuationToken) return found;
      }
      throw new StoreFailure(`the bucket ${bucket.name} cannot be used: its list has more than ${limits.pages} pages`);
    },
    async remove(key) {
      await wrapErrors(client.send(new DeleteObjectCommand({ Bucket, Key: Key(key) })));
    },
  };
  return objects;
}
