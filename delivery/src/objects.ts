import { setTimeout } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { Overtaken, Refusal } from './refusal';

/** A bucket of an object store with the S3 protocol. */
export interface Bucket {
  /** Null for Amazon's own endpoint. */
  endpoint: string | null;
  region: string;
  name: string;
  keyId: string;
  secret: string;
}

export interface Objects {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Writes only if the key is free; of concurrent calls one returns true. */
  putNew(key: string, bytes: Uint8Array): Promise<boolean>;
  /** All keys with this prefix, in order; `after`: only later ones. */
  list(prefix: string, after?: string): Promise<{ key: string; at: number; size: number }[]>;
  remove(key: string): Promise<void>;
}

const CONNECT_MS = 2_000;
const ANSWER_MS = 30_000;
/** On concurrent writes of the same key, a store may reject both with 409. */
const CONFLICTS = 5;
const PAUSE_MS = 50;

interface Failure {
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}
const statusOf = (error: unknown) => (error as Failure).$metadata?.httpStatusCode;

/** Opens a bucket with Amazon's client, under one prefix. The client is imported here, because a store in a folder does not need it. */
export async function openObjects(bucket: Bucket, prefix: string): Promise<Objects> {
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const Bucket = bucket.name;
  const client: S3Client = new S3Client({
    region: bucket.region,
    credentials: { accessKeyId: bucket.keyId, secretAccessKey: bucket.secret },
    ...(bucket.endpoint && { endpoint: bucket.endpoint, forcePathStyle: true }),
    // Some stores do not support the newer checksums; each file has a hash in its manifest.
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
