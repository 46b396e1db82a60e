import type { ModuleManifest, ModuleVersion, Registry } from '@portal/mf-kit/module';
import { damage } from './gate';
import { integrityOf } from './integrity';
import { isRefusal } from './refusal';
import { readManifest, type Store } from './store';

/** A version that a registry names. */
export type Activated = Pick<ModuleVersion, 'version' | 'integrity'>;

/** A version's manifest as it was activated; null when the store no longer has that one. Rejects with trouble of the store itself, which is no damage. */
export async function readActivated(store: Store, name: string, { version, integrity }: Activated): Promise<ModuleManifest | null> {
  try {
    const found = await readManifest(store, name, version);
    return found && integrityOf(found.bytes) === integrity ? found.manifest : null;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Every version that a registry names, by module; what stands in where a version fails is as live as that one. A dev server's is in no store. */
export const activatedIn = ({ shell, modules }: Registry): [name: string, version: Activated][] => [
  ...[shell, shell.lastGood].flatMap((one): [string, Activated][] => (one ? [['shell', one]] : [])),
  ...Object.entries(modules).flatMap(([name, module]) =>
    [module.dev ? null : module, module.canary, module.lastGood].flatMap((one): [string, Activated][] => (one ? [[name, one]] : [])),
  ),
];

/** What a registry names and the store no longer has as it was activated: a line for each. */
export async function damageIn(store: Store, registry: Registry): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, one] of activatedIn(registry))
    if (!(await readActivated(store, name, one))) lines.push(damage(name, one.version, 'module.json'));
  return lines;
}
