import type { S3Client } from '@aws-sdk/client-s3';

/** A bucket of an object store with the S3 protocol. */
export interface Bucket {
  /** Null: Amazon S3. */
  endpoint: string | null;
  region: string;
  name: string;
  keyId: string;
  secret: string;
}

interface BucketSettings {
  S3_BUCKET?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  S3_REGION?: string | undefined;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
}

const NAMES = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/**
 * The bucket of the settings; null without any of them. @throws an Error if one is missing: a process that stored its files in a local
 * folder by mistake would hide them from the others.
 */
export function bucketOf(values: BucketSettings): Bucket | null {
  const given = NAMES.find((name) => values[name]);
  if (!given) return null;
  // Without an endpoint it is Amazon S3, which needs the region; other stores accept any region.
  const isOptional = (name: string) => name === 'S3_ENDPOINT' || (name === 'S3_REGION' && values.S3_ENDPOINT);
  const missing = NAMES.find((name) => !values[name] && !isOptional(name));
  if (missing)
    throw new Error(`${missing} is missing, but ${given} is set: a bucket needs both. See docs/guides/configuring-providers.md.`);
  const { S3_BUCKET = '', S3_ENDPOINT = null, S3_REGION = 'us-east-1', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = values;
  return { endpoint: S3_ENDPOINT, region: S3_REGION, name: S3_BUCKET, keyId: S3_ACCESS_KEY_ID, secret: S3_SECRET_ACCESS_KEY };
}

const CONNECT_MS = 2_000;
const ANSWER_MS = 30_000;
/** A slow reader keeps a connection for long; other calls must not wait for it. */
const MOST_CONNECTIONS = 1_000;
/** The client would write to the console in its own format; all errors are thrown anyway. */
const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

export type Client = S3Client;
export type Library = typeof import('@aws-sdk/client-s3');

/** The client's library is loaded here, because processes with a folder need neither. */
export async function openBucket(bucket: Bucket): Promise<{ client: Client; library: Library }> {
  const library = await import('@aws-sdk/client-s3');
  const client = new library.S3Client({
    region: bucket.region,
    credentials: { accessKeyId: bucket.keyId, secretAccessKey: bucket.secret },
    // Other stores have no host name per bucket.
    ...(bucket.endpoint && { endpoint: bucket.endpoint, forcePathStyle: true }),
    // Not every store supports the newer checksums; the connection, the content length and the hashes of manifests detect the same errors.
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
  return { client, library };
}

interface Failure {
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

export const statusOf = (error: unknown): number | undefined => (error as Failure).$metadata?.httpStatusCode;
export const isMissing = (error: unknown): boolean => (error as Failure).name === 'NoSuchKey';

export function bucketProblem({ name: bucket }: Bucket, error: unknown): string {
  const { name, message } = error as Failure;
  return `the bucket ${bucket} cannot be used: ${[statusOf(error), name, message].filter(Boolean).join(' ')}`;
}
