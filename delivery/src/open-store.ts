import { bucketStore } from './bucket-store';
import { folderStore } from './folder-store';
import { type Bucket, type Objects, openObjects } from './objects';
import { Refusal } from './refusal';
import type { Store } from './store';

const NEEDED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** The API uses other prefixes of the same bucket. */
const PREFIX = 'delivery';

/** The bucket of the environment; null if the store is a folder. Throws if a setting is missing. */
export function bucketOf(env: NodeJS.ProcessEnv): Bucket | null {
  if (env.PORTAL_STORE === undefined || env.PORTAL_STORE === 'folder') return null;
  if (env.PORTAL_STORE !== 'bucket') throw new Refusal(`PORTAL_STORE=${env.PORTAL_STORE} must be folder or bucket`);
  const missing = [...NEEDED, ...(env.S3_ENDPOINT ? [] : (['S3_REGION'] as const))].filter((name) => !env[name]);
  if (missing.length > 0) throw new Refusal(`PORTAL_STORE=bucket needs ${missing.join(', ')}: see docs/guides/configuring-providers.md`);
  return {
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION ?? 'us-east-1',
    name: env.S3_BUCKET ?? '',
    keyId: env.S3_ACCESS_KEY_ID ?? '',
    secret: env.S3_SECRET_ACCESS_KEY ?? '',
  };
}

/**
 * Throws if the store ignores the condition of a write, because two processes could take one revision number. Whether it holds for
 * concurrent writes cannot be tested here.
 */
export async function assertConditions(objects: Objects, name: string): Promise<void> {
  const [key, bytes] = ['conditions.txt', (text: string) => new TextEncoder().encode(text)] as const;
  await objects.put(key, bytes('there'));
  if (await objects.putNew(key, bytes('again')))
    throw new Refusal(`the bucket ${name} knows no conditional writes (If-None-Match): a revision's number could be taken twice`);
}

/**
 * Opens the store of versions and revisions: the folder, or the bucket that the environment names. Keys stay in the folder. `isWritten`:
 * the caller may write revisions or versions.
 */
export async function openStore(data: string, env: NodeJS.ProcessEnv, isWritten: boolean): Promise<Store> {
  const bucket = bucketOf(env);
  if (!bucket) return folderStore(data);
  const objects = await openObjects(bucket, PREFIX);
  if (isWritten) await assertConditions(objects, bucket.name);
  return bucketStore(objects);
}
