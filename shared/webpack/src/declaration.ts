import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleDeclaration } from '@portal/mf-kit/module';
import { objectiveProblem } from '@portal/mf-kit/objective';
import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import { isRemoteName } from './remotes.mjs';
import type { ModulePackage } from './workspace';

export type Declaration = Omit<ModuleDeclaration, 'name'>;

/** Throws unless the declaration names a squad and an objective. */
function requireObjective({ name }: ModulePackage, { owner, objective }: ModuleDeclaration): void {
  if (!/^@[\w-]+\/[\w-]+$/.test(owner ?? '')) throw new Error(`${name}: module.ts must name its owner, as '@portal/jobs'`);
  const problem = objectiveProblem(objective);
  if (problem !== null) throw new Error(`${name}: module.ts must name its objective: ${problem}`);
}

/** The declaration in `module.ts`. The shell owns no path and provides the portal context. */
export async function readDeclaration(module: ModulePackage): Promise<Declaration> {
  const file = join(module.dir, 'module.ts');
  if (!existsSync(file)) throw new Error(`${module.name}: module.ts is missing`);
  const { module: declared } = (await import(pathToFileURL(file).href)) as { module?: ModuleDeclaration };
  if (!declared?.contracts) throw new Error(`${module.name}: module.ts must say which contracts it calls`);
  requireObjective(module, declared);
  const { owner, objective, contracts } = declared;
  if (module.kind === 'shell') return { owner, objective, contracts, routes: {}, portal: PORTAL_VERSION };
  if (!declared.routes) throw new Error(`${module.name}: module.ts must export \`module\` made by defineModule`);
  if (declared.name !== module.name) throw new Error(`${module.name}: module.ts calls itself ${declared.name}`);
  if (!isRemoteName(declared.name)) throw new Error(`${module.name} is no name of a remote: mf-, then words in lower case with hyphens`);
  if ('*' in declared.routes && declared.name !== 'mf-public') throw new Error(`${module.name}: only mf-public may own *`);
  return { owner, objective, contracts, routes: declared.routes, portal: declared.portal };
}
