import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import type { EncryptedColumn } from '../../platform/identity/key-rotation';
import { decrypt, encrypt } from '../../platform/identity/keyring';
import { newToken } from '../../platform/identity/secrets';
import {
  countByKey,
  countKeysUnder,
  deviceKeysSealedWith,
  guardsWithKeysUnder,
  insertKey,
  sealedKey,
  updateKey,
} from './device-key.repository';

const about = (guardId: string) => `device_keys ${guardId}`;

/** The guard's key for the outbox on the device, created at the first call. It is stored, so that a rotation of the server's keys does not change it. */
export async function deviceKeyOf(guardId: string): Promise<string> {
  const known = await sealedKey(guardId);
  if (known) return decrypt(known, about(guardId));
  return transaction(async () => {
    await lock({ guard: guardId });
    const other = await sealedKey(guardId);
    if (other) return decrypt(other, about(guardId));
    const key = newToken();
    await insertKey(guardId, encrypt(key, about(guardId)));
    return key;
  });
}

/** Re-encrypts the keys of guards when the first key of the environment changes. */
export const deviceKeyColumn: EncryptedColumn = {
  guardsSealedWith: guardsWithKeysUnder,
  rowsSealedWith: async (guardIds, keys) =>
    (await deviceKeysSealedWith(guardIds, keys)).map(({ guardId, ...row }) => ({
      guardId,
      keyId: row.keyId,
      reseal: () => updateKey(guardId, encrypt(decrypt(row, about(guardId)), about(guardId))),
    })),
  countSealedWith: countKeysUnder,
  countByKey,
};
