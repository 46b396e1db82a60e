import type { ModuleManifest } from '@portal/mf-kit/module';
import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import { satisfies } from '@portal/mf-kit/ranges';
import { type ShareScope, shareScope } from './sharedLibraries';

/** For lazily loaded code. An import of `ranges` there would make the entry larger. */
export const isInRange = satisfies;

/** The version needs another shell. It does not count as a failure, because a reload may bring that shell. */
export class IncompatibleModuleError extends Error {}

/** Throws if a module needs another portal context, or another version of a library, than this page provides. */
export function assertCompatible(
  { name, version, portal, shared: needed }: Pick<ModuleManifest, 'name' | 'version' | 'portal' | 'shared'>,
  provided: ShareScope = shareScope,
): void {
  if (portal !== PORTAL_VERSION)
    throw new IncompatibleModuleError(`${name} ${version} needs portal context ${portal}, this page gives ${PORTAL_VERSION}`);
  for (const [library, range] of Object.entries(needed)) {
    const [available = 'none'] = Object.keys(provided[library] ?? {});
    if (!satisfies(available, range))
      throw new IncompatibleModuleError(`${name} ${version} needs ${library} ${range}, this page gives ${available}`);
  }
}
