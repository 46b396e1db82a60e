import { setTimeout } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { Overtaken, Refusal } from './refusal';

/** A bucket of an object store that speaks S3. */
export interface Bucket {
  /** Null: Amazon's own. */
  endpoint: string | null;
  region: string;
  name: string;
  keyId: string;
  secret: string;
}

/** What a store needs of a bucket. */
export interface Objects {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Writes only where nothing is: of many at the same moment one is told that it did. */
  putNew(key: string, bytes: Uint8Array): Promise<boolean>;
  /** All keys that begin so, in order; `after`: only what comes after this one. */
  list(prefix: string, after?: string): Promise<{ key: string; at: number; size: number }[]>;
  remove(key: string): Promise<void>;
}

const CONNECT_MS = 2_000;
const ANSWER_MS = 30_000;
/** A store that is asked for the same key by two at once may tell both to come again. */
const CONFLICTS = 5;
const PAUSE_MS = 50;

interface Failure {
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}
const statusOf = (error: unknown) => (error as Failure).$metadata?.httpStatusCode;

/** Opens a bucket by Amazon's client, under one prefix. It is loaded here: who keeps the store in a folder goes without it. */
export async function openObjects(bucket: Bucket, prefix: string): Promise<Objects> {
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const Bucket = bucket.name;
  const client: S3Client = new S3Client({
    region: bucket.region,
    credentials: { accessKeyId: bucket.keyId, secretAccessKey: bucket.secret },
    ...(bucket.endpoint && { endpoint: bucket.endpoint, forcePathStyle: true }),
    // Not every store knows the newer checksums; every file has a hash of its own in its manifest.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  });
  const Key = (key: string) => `${prefix}/${key}`;
  const told = <T>(act: Promise<T>): Promise<T> =>
    act.catch((error: unknown) => {
      const { name, message } = error as Failure;
      throw new Refusal(`the bucket ${Bucket} cannot be used: ${[statusOf(error), name, message].filter(Boolean).join(' ')}`);
    });

  const objects: Objects = {
    async get(key) {
      const asked = client.send(new GetObjectCommand({ Bucket, Key: Key(key) })).then(
        ({ Body }) => Body?.transformToByteArray() ?? null,
        (error: unknown) => {
          if ((error as Failure).name === 'NoSuchKey') return null;
          throw error;
        },
      );
      return told(asked);
    },
    async put(key, bytes) {
      await told(client.send(new PutObjectCommand({ Bucket, Key: Key(key), Body: bytes })));
    },
    async putNew(key, bytes) {
      for (let left = CONFLICTS; ; left--) {
        try {
          await client.send(new PutObjectCommand({ Bucket, Key: Key(key), Body: bytes, IfNoneMatch: '*' }));
          return true;
        } catch (error) {
          if (statusOf(error) === 409) {
            if (left === 0) throw new Overtaken(key);
            await setTimeout(PAUSE_MS * (1 + Math.random()));
            continue;
          }
          if (statusOf(error) !== 412) return told(Promise.reject(error));
          // A try whose answer was lost may have written it.
          const there = await objects.get(key);
          return there !== null && Buffer.from(there).equals(bytes);
        }
      }
    },
    async list(begins, after) {
      const found: { key: string; at: number; size: number }[] = [];
      for (let ContinuationToken: string | undefined; ; ) {
        const asked = { Bucket, Prefix: Key(begins), ContinuationToken, ...(after !== undefined && { StartAfter: Key(after) }) };
        const page = await told(client.send(new ListObjectsV2Command(asked)));
        for (const { Key: key, LastModified, Size } of page.Contents ?? [])
          if (key) found.push({ key: key.slice(prefix.length + 1), at: LastModified?.getTime() ?? 0, size: Size ?? 0 });
        ContinuationToken = page.NextContinuationToken;
        if (!ContinuationToken) return found;
      }
    },
    async remove(key) {
      await told(client.send(new DeleteObjectCommand({ Bucket, Key: Key(key) })));
    },
  };
  return objects;
}
