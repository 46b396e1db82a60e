import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleDeclaration } from '@portal/mf-kit/module';
import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import { isRemoteName } from './remotes.mjs';
import type { ModulePackage } from './workspace';

export type Declaration = Pick<ModuleDeclaration, 'routes' | 'portal' | 'contracts'>;

/** The declaration in `module.ts`. The shell owns no path and provides the portal context. */
export async function readDeclaration(module: ModulePackage): Promise<Declaration> {
  const file = join(module.dir, 'module.ts');
  if (!existsSync(file)) throw new Error(`${module.name}: module.ts is missing`);
  const { module: declared } = (await import(pathToFileURL(file).href)) as { module?: ModuleDeclaration };
  if (!declared?.contracts) throw new Error(`${module.name}: module.ts must say which contracts it calls`);
  if (module.kind === 'shell') return { routes: {}, portal: PORTAL_VERSION, contracts: declared.contracts };
  if (!declared.routes) throw new Error(`${module.name}: module.ts must export \`module\` made by defineModule`);
  if (declared.name !== module.name) throw new Error(`${module.name}: module.ts calls itself ${declared.name}`);
  if (!isRemoteName(declared.name)) throw new Error(`${module.name} is no name of a remote: mf-, then words in lower case with hyphens`);
  if ('*' in declared.routes && declared.name !== 'mf-public') throw new Error(`${module.name}: only mf-public may own *`);
  return { routes: declared.routes, portal: declared.portal, contracts: declared.contracts };
}
