import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { type FileStore, StoreUnavailable } from './file-store';

/** A bucket of an object store that speaks S3. */
export interface BucketConfig {
  /** Null: Amazon's own. */
  endpoint: string | null;
  region: string;
  name: string;
  keyId: string;
  secret: string;
}

const CONNECT_MS = 2_000;
const ANSWER_MS = 30_000;
const CHECK_MS = 2_000;
/** A large file on its way there, and the end of any answer, however slowly it comes; a file that is read has no end but its own (`read-timeout.ts`). */
const LARGE_MS = 15 * 60_000;
/** Whoever reads slowly keeps a connection as long: the others must not wait for it. */
const MOST_CONNECTIONS = 1_000;

/** What the client would say by itself, in a form of its own, beside the log: whatever goes wrong is thrown. */
const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

type Library = typeof import('@aws-sdk/client-s3');
interface Failure {
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

const statusOf = (error: unknown) => (error as Failure).$metadata?.httpStatusCode;
const isMissing = (error: unknown) => (error as Failure).name === 'NoSuchKey';

interface Within {
  prefix: string;
  wholeMs: number;
}
/** Ends a call. */
interface Over {
  abortSignal: AbortSignal;
}

/** Files under one prefix of a bucket. Names are flat, as in a folder. */
function storeIn({ name: Bucket }: BucketConfig, client: S3Client, library: Library, { prefix, wholeMs }: Within): FileStore {
  const { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, ListObjectsV2Command, PutObjectCommand } = library;
  const keyOf = (name: string) => `${prefix}/${basename(name)}`;
  /** No caller can help that the store is away, or that our key does not count: it is said as what it is, and tried again. */
  const withTimeout = async <T>(call: (over: Over) => Promise<T>): Promise<T> => {
    const over = new AbortController();
    // The client's own limit ends with the head of an answer.
    const timer = setTimeout(() => over.abort(), wholeMs);
    try {
      return await call({ abortSignal: over.signal });
    } catch (error) {
      if (isMissing(error)) throw error;
      const { name, message } = error as Failure;
      throw new StoreUnavailable(`The bucket ${Bucket} cannot be used: ${[statusOf(error), name, message].filter(Boolean).join(' ')}`, {
        cause: error,
      });
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
 * The stores of a bucket, one a prefix. The client's library is loaded here: who keeps files in a folder goes without it.
 * @param wholeMs how long the answer to any call may take to be whole, but for the bytes of a file that is read.
 */
export async function openS3Store(bucket: BucketConfig, wholeMs = LARGE_MS): Promise<(prefix: string) => FileStore> {
  const library = await import('@aws-sdk/client-s3');
  const client = new library.S3Client({
    region: bucket.region,
    credentials: { accessKeyId: bucket.keyId, secretAccessKey: bucket.secret },
    // Others than Amazon's have no host name for each bucket.
    ...(bucket.endpoint && { endpoint: bucket.endpoint, forcePathStyle: true }),
    // Not every store knows the newer checksums; the connection and the content's length say as much.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    logger: quiet,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MOST_CONNECTIONS },
      httpsAgent: { maxSockets: MOST_CONNECTIONS },
    },
  });
  return (prefix) => storeIn(bucket, client, library, { prefix, wholeMs });
}
