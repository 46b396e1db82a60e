import { transaction } from '../../platform/database/db';
import { hold } from '../../platform/database/locks';
import { seal, unseal } from '../../platform/identity/keyring';
import { newToken } from '../../platform/identity/secrets';
import type { Vault } from '../../platform/identity/vaults';
import { countByKey, countKeysUnder, guardsWithKeysUnder, insertKey, keysUnder, sealedKey, updateKey } from './device-key.repository';

const about = (guardId: string) => `device_keys ${guardId}`;

/** The guard's key for waiting writes, made at the first call. A stored value, so that rotation of the server's keys does not change it. */
export async function deviceKeyOf(guardId: string): Promise<string> {
  const known = await sealedKey(guardId);
  if (known) return unseal(known, about(guardId));
  return transaction(async () => {
    await hold({ guard: guardId });
    const other = await sealedKey(guardId);
    if (other) return unseal(other, about(guardId));
    const key = newToken();
    await insertKey(guardId, seal(key, about(guardId)));
    return key;
  });
}

/** Seals the keys of guards under the first key of the environment when that changes. */
export const deviceKeyVault: Vault = {
  plainGuards: async () => [],
  sealPlain: async () => 0,
  guardsUnder: guardsWithKeysUnder,
  rowsUnder: async (guardIds, keys) =>
    (await keysUnder(guardIds, keys)).map(({ guardId, ...row }) => ({
      guardId,
      keyId: row.keyId,
      reseal: () => updateKey(guardId, seal(unseal(row, about(guardId)), about(guardId))),
    })),
  countUnder: countKeysUnder,
  countByKey,
};
