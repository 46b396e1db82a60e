import type { ModuleManifest, ModuleVersion, Registry } from '@portal/mf-kit/module';
import { damage } from './gate';
import { integrityOf } from './integrity';
import { isRefusal } from './refusal';
import { readManifest, type Store } from './store';

export type Activated = Pick<ModuleVersion, 'version' | 'integrity'>;

/**
 * A version's manifest as it was activated; null if the store no longer has that one. Rejects if the store itself fails, which is not
 * damage.
 */
export async function readActivated(store: Store, name: string, { version, integrity }: Activated): Promise<ModuleManifest | null> {
  try {
    const found = await readManifest(store, name, version);
    return found && integrityOf(found.bytes) === integrity ? found.manifest : null;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/**
 * Every version that a registry names, by module, including last good versions and canaries. Versions of dev servers are not in the store,
 * so they are omitted.
 */
export const activatedIn = ({ shell, modules }: Registry): [name: string, version: Activated][] => [
  ...[shell, shell.lastGood].flatMap((one): [string, Activated][] => (one ? [['shell', one]] : [])),
  ...Object.entries(modules).flatMap(([name, module]) =>
    [module.dev ? null : module, module.canary, module.lastGood].flatMap((one): [string, Activated][] => (one ? [[name, one]] : [])),
  ),
];

/** One line for each version of a registry whose manifest in the store differs from the activated one. */
export async function damageIn(store: Store, registry: Registry): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, one] of activatedIn(registry))
    if (!(await readActivated(store, name, one))) lines.push(damage(name, one.version, 'module.json'));
  return lines;
}
