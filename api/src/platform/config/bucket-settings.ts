import { string } from 'yup';
import type { BucketConfig } from '../files/s3-store';

export const bucketSettings = {
  S3_BUCKET: string().matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET must be the name of a bucket'),
  S3_ENDPOINT: string().matches(/^https?:\/\/[^\s/]+\/?$/, 'S3_ENDPOINT must look like https://objects.example.com'),
  S3_REGION: string().matches(/^[a-z0-9-]+$/, 'S3_REGION must look like ca-central-1'),
  S3_ACCESS_KEY_ID: string(),
  S3_SECRET_ACCESS_KEY: string(),
};

/** All of it or nothing: a process that kept its files in a folder of its own by mistake would lose them to all others. */
export function readBucketConfig(values: { [name: string]: unknown }): BucketConfig | null {
  const names = Object.keys(bucketSettings);
  const given = names.find((name) => values[name]);
  if (!given) return null;
  // Without an address it is Amazon's, where the region is a part of it; others take any.
  const isOptional = (name: string) => name === 'S3_ENDPOINT' || (name === 'S3_REGION' && values.S3_ENDPOINT);
  const missing = names.find((name) => !values[name] && !isOptional(name));
  if (missing)
    throw new Error(`${missing} is missing: ${given} says that files are stored in a bucket. See docs/guides/configuring-providers.md.`);
  const text = (name: string, otherwise = '') => String(values[name] ?? otherwise);
  return {
    endpoint: values.S3_ENDPOINT ? text('S3_ENDPOINT') : null,
    region: text('S3_REGION', 'us-east-1'),
    name: text('S3_BUCKET'),
    keyId: text('S3_ACCESS_KEY_ID'),
    secret: text('S3_SECRET_ACCESS_KEY'),
  };
}
