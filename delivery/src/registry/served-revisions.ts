import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from '@portal/mf-kit/module';
import type { KeyHandover } from '@portal/mf-kit/signedTexts';
import { readOrNull } from '../store/atomic-files';
import type { Store } from '../store/store';
import { verifyRegistry } from './signatures';

/** The newest revision that was served. Older ones are rejected, also after a restart. */
export interface ServedRevisions {
  /** Its number; 0 before the first revision. */
  newest(): Promise<number>;
  /** The handovers of the ops key in the record of this machine. A writer of the store cannot remove them. */
  handovers(): Promise<KeyHandover[]>;
  /** Records a signed revision in the folder of the keys. */
  keep(text: string): Promise<void>;
}

/** A recorded revision; null for a record that the ops key did not sign, so that a forged one blocks nothing. */
function recorded(text: string | null, opsPublicKey: string): Registry | null {
  try {
    return text === null ? null : verifyRegistry(text, opsPublicKey).registry;
  } catch {
    return null;
  }
}

export const revisionOf = (text: string | null, opsPublicKey: string): number => recorded(text, opsPublicKey)?.revision ?? 0;

/**
 * Two records, each a signed revision. The activation writes one in the store, for new hosts; a host only reads it. The host writes the other
 * one in the folder of its keys, where a writer of the store cannot change it.
 */
export function openServedRevisions(
  store: Pick<Store, 'seen'>,
  data: string,
  opsPublicKey: string,
  warn: (text: string) => void = () => undefined,
): ServedRevisions {
  const warned = new Set<string>();
  /** The number of a record. A record that does not verify is reported once. */
  function read(place: string, text: string | null): number {
    const revision = revisionOf(text, opsPublicKey);
    if (text !== null && revision === 0 && !warned.has(place)) {
      warned.add(place);
      warn(`newest-revision.json of ${place} is not signed by the ops key, so it is ignored`);
    }
    return revision;
  }
  const file = join(data, 'keys', 'newest-revision.json');
  const local = async () => (await readOrNull(file))?.toString() ?? null;
  return {
    async newest() {
      return Math.max(read('this machine', await local()), read('the store', await store.seen()));
    },
    handovers: async () => recorded(await local(), opsPublicKey)?.handovers ?? [],
    async keep(text) {
      if (revisionOf(text, opsPublicKey) <= revisionOf(await local(), opsPublicKey)) return;
      await mkdir(join(data, 'keys'), { recursive: true, mode: 0o700 });
      // Hosts in containers have the same process number.
      const part = `${file}.${randomUUID()}`;
      await writeFile(part, text, { mode: 0o600 });
      await rename(part, file);
    },
  };
}
