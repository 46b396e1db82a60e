import { type Bucket, bucketOf } from '@portal/object-storage/bucket';
import { type Environment, readValues } from '@portal/settings/read';
import { UserError } from '../errors';
import { bucketStore } from './bucket-store';
import { folderStore } from './folder-store';
import { type ObjectStore, openObjects } from './object-store';
import type { Store } from './store';

/** The API uses other prefixes of the same bucket. */
const PREFIX = 'delivery';

/** The bucket of the environment; null if the store is a folder. Throws if a setting is missing. */
export function readBucketConfig(env: Environment): Bucket | null {
  const values = readValues('portal', env);
  if (values.PORTAL_STORE === 'folder') return null;
  const bucket = bucketOf(values);
  if (!bucket)
    throw new UserError('PORTAL_STORE=bucket needs S3_BUCKET, its keys and its region: see docs/guides/configuring-providers.md');
  return bucket;
}

/**
 * Throws if the store ignores the condition of a write, because two processes could take one revision number. Whether it holds for
 * concurrent writes cannot be tested here.
 */
export async function checkConditionalWrites(objects: ObjectStore, name: string): Promise<void> {
  const [key, bytes] = ['conditions.txt', (text: string) => new TextEncoder().encode(text)] as const;
  await objects.put(key, bytes('there'));
  if (await objects.putIfAbsent(key, bytes('again')))
    throw new UserError(`the bucket ${name} knows no conditional writes (If-None-Match): a revision's number could be taken twice`);
}

/**
 * Opens the store of versions and revisions: the folder, or the bucket that the environment names. Keys stay in the folder. `isWritten`:
 * the caller may write revisions or versions.
 */
export async function openStore(data: string, env: Environment, isWritten: boolean): Promise<Store> {
  const bucket = readBucketConfig(env);
  if (!bucket) return folderStore(data);
  const objects = await openObjects(bucket, PREFIX);
  if (isWritten) await checkConditionalWrites(objects, bucket.name);
  return bucketStore(objects);
}
