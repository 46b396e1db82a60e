import type { ModuleManifest, ModuleVersion, Registry } from '@portal/mf-kit/module';
import { isStoreFailure, isUserError } from '../errors';
import { damageMessage, unreadableMessage } from '../gate/gate';
import { integrityOf } from '../store/integrity';
import { readManifest, type Store } from '../store/store';

export type Activated = Pick<ModuleVersion, 'version' | 'integrity'>;

/**
 * A version's manifest as it was activated; null if the store no longer has that one. Rejects if the store itself fails, which is not
 * damage.
 */
export async function readActiveManifest(store: Store, name: string, { version, integrity }: Activated): Promise<ModuleManifest | null> {
  try {
    const found = await readManifest(store, name, version);
    return found && integrityOf(found.bytes) === integrity ? found.manifest : null;
  } catch (error) {
    if (isUserError(error)) return null;
    throw error;
  }
}

/**
 * Every version that a registry names, by module, including last good versions and canaries. Versions of dev servers are not in the store,
 * so they are omitted.
 */
export const versionsIn = ({ shell, modules }: Registry): [name: string, version: Activated][] => [
  ...[shell, shell.lastGood].flatMap((one): [string, Activated][] => (one ? [['shell', one]] : [])),
  ...Object.entries(modules).flatMap(([name, module]) =>
    [module.dev ? null : module, module.canary, module.lastGood].flatMap((one): [string, Activated][] => (one ? [[name, one]] : [])),
  ),
];

/** One line for each version of a registry with a manifest in the store that differs from the activated one, or cannot be read. */
export async function damagedVersions(store: Store, registry: Registry): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, one] of versionsIn(registry))
    try {
      if (!(await readActiveManifest(store, name, one))) lines.push(damageMessage(name, one.version, 'module.json'));
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      lines.push(unreadableMessage(name, one.version, error));
    }
  return lines;
}
