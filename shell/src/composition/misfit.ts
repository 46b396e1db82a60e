import type { ModuleManifest } from '@portal/mf-kit/module';
import { PORTAL_VERSION } from '@portal/mf-kit/portal';

/** A version that was made for another shell than this page's. It is no fault of the release: the page runs it once it is loaded anew. */
export class Misfit extends Error {}

/** Throws for a module that this page's shell cannot run. */
export function assertFits({ name, version, portal }: Pick<ModuleManifest, 'name' | 'version' | 'portal'>): void {
  if (portal !== PORTAL_VERSION) throw new Misfit(`${name} ${version} needs portal context ${portal}, this page gives ${PORTAL_VERSION}`);
}
