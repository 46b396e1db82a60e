import type { ModuleManifest } from '@portal/mf-kit/module';
import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import { satisfies } from '@portal/mf-kit/ranges';
import { type ShareScope, shareScope } from './sharedLibraries';

/** A version that was made for another shell than this page's. It is no fault of the release: the page runs it once it is loaded anew. */
export class IncompatibleModuleError extends Error {}

/** Throws for a module that this page's shell cannot run: it needs another portal context, or another version of a library. */
export function assertCompatible(
  { name, version, portal, shared: needed }: Pick<ModuleManifest, 'name' | 'version' | 'portal' | 'shared'>,
  given: ShareScope = shareScope,
): void {
  if (portal !== PORTAL_VERSION)
    throw new IncompatibleModuleError(`${name} ${version} needs portal context ${portal}, this page gives ${PORTAL_VERSION}`);
  for (const [library, range] of Object.entries(needed)) {
    const [has = 'none'] = Object.keys(given[library] ?? {});
    if (!satisfies(has, range)) throw new IncompatibleModuleError(`${name} ${version} needs ${library} ${range}, this page gives ${has}`);
  }
}
