import { string } from 'yup';
import type { BucketConfig } from '../files/s3-store';

export const bucketSettings = {
  S3_BUCKET: string().matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET must be the name of a bucket'),
  S3_ENDPOINT: string().matches(/^https?:\/\/[^\s/]+\/?$/, 'S3_ENDPOINT must look like https://objects.example.com'),
  S3_REGION: string().matches(/^[a-z0-9-]+$/, 'S3_REGION must look like ca-central-1'),
  S3_ACCESS_KEY_ID: string(),
  S3_SECRET_ACCESS_KEY: string(),
};

/** Requires all settings or none: a process that stored its files in a local folder by mistake would hide them from the others. */
export function readBucketConfig(values: { [name: string]: unknown }): BucketConfig | null {
  const names = Object.keys(bucketSettings);
  const given = names.find((name) => values[name]);
  if (!given) return null;
  // Without an endpoint it is Amazon S3, which needs the region; other stores accept any region.
  const isOptional = (name: string) => name === 'S3_ENDPOINT' || (name === 'S3_REGION' && values.S3_ENDPOINT);
  const missing = names.find((name) => !values[name] && !isOptional(name));
  if (missing)
    throw new Error(`${missing} is missing, but ${given} is set: a bucket needs both. See docs/guides/configuring-providers.md.`);
  const text = (name: string, otherwise = '') => String(values[name] ?? otherwise);
  return {
    endpoint: values.S3_ENDPOINT ? text('S3_ENDPOINT') : null,
    region: text('S3_REGION', 'us-east-1'),
    name: text('S3_BUCKET'),
    keyId: text('S3_ACCESS_KEY_ID'),
    secret: text('S3_SECRET_ACCESS_KEY'),
  };
}
