import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { type Bucket, bucketProblem, type Client, isMissing, type Library, openBucket } from '@portal/object-storage/bucket';
import { type FileStore, StoreUnavailable } from './file-store';

const CHECK_MS = 2_000;
/** Time in ms for the upload of a large file, and for the end of any reply. Reading a file is limited by `read-timeout.ts` instead. */
const LARGE_MS = 15 * 60_000;
interface Within {
  prefix: string;
  wholeMs: number;
}
/** The options of a call of the client that has a timeout. */
interface Over {
  abortSignal: AbortSignal;
}

/** Files under one prefix of a bucket. Names are flat, as in a folder. */
function storeIn(bucket: Bucket, client: Client, library: Library, { prefix, wholeMs }: Within): FileStore {
  const { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, ListObjectsV2Command, PutObjectCommand } = library;
  const Bucket = bucket.name;
  const keyOf = (name: string) => `${prefix}/${basename(name)}`;
  /** Converts errors to `StoreUnavailable`, because no caller can fix an unreachable store or a wrong key; the reply is 503. */
  const withTimeout = async <T>(call: (over: Over) => Promise<T>): Promise<T> => {
    const over = new AbortController();
    // The client's own timeout ends with the headers of the reply.
    const timer = setTimeout(() => over.abort(), wholeMs);
    try {
      return await call({ abortSignal: over.signal });
    } catch (error) {
      if (isMissing(error)) throw error;
      const problem = bucketProblem(bucket, error);
      throw new StoreUnavailable(problem.replace(/^the/, 'The'), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
  const orNull = <T>(call: (over: Over) => Promise<T>): Promise<T | null> =>
    withTimeout(call).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  return {
    async put(name, bytes) {
      await withTimeout((over) => client.send(new PutObjectCommand({ Bucket, Key: keyOf(name), Body: bytes }), over));
    },
    async putFrom(name, path) {
      const { size } = await stat(path);
      const Body = createReadStream(path);
      const wanted = new PutObjectCommand({ Bucket, Key: keyOf(name), Body, ContentLength: size });
      await withTimeout((over) => client.send(wanted, { ...over, requestTimeout: LARGE_MS }));
    },
    async open(name, part) {
      const Range = part && `bytes=${part.start}-${part.end}`;
      const wanted = new GetObjectCommand({ Bucket, Key: keyOf(name), ...(Range && { Range }) });
      const found = await orNull((over) => client.send(wanted, over));
      return (found?.Body as Readable | undefined) ?? null;
    },
    async move(from, to) {
      const CopySource = `${Bucket}/${keyOf(from)}`;
      const copy = new CopyObjectCommand({ Bucket, Key: keyOf(to), CopySource });
      await withTimeout((over) => client.send(copy, { ...over, requestTimeout: LARGE_MS }));
      await withTimeout((over) => client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(from) }), over));
    },
    async remove(name) {
      await orNull((over) => client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) }), over));
    },
    async *list() {
      for (let ContinuationToken: string | undefined; ; ) {
        const wanted = new ListObjectsV2Command({ Bucket, Prefix: `${prefix}/`, ContinuationToken });
        const page = await withTimeout((over) => client.send(wanted, over));
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ name: Key.slice(prefix.length + 1), modifiedAt: LastModified.getTime() }] : [],
        );
        ContinuationToken = page.NextContinuationToken;
        if (!ContinuationToken) return;
      }
    },
    async check() {
      await withTimeout((over) => client.send(new HeadBucketCommand({ Bucket }), { ...over, requestTimeout: CHECK_MS }));
    },
  };
}

/**
 * Opens a bucket; each prefix is one store.
 * @param wholeMs time in ms for a complete reply, except for the bytes of a file that is read.
 */
export async function openS3Store(bucket: Bucket, wholeMs = LARGE_MS): Promise<(prefix: string) => FileStore> {
  const { client, library } = await openBucket(bucket);
  return (prefix) => storeIn(bucket, client, library, { prefix, wholeMs });
}
