import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleDeclaration, Registry } from '@portal/mf-kit/module';
import { remotesIn } from '@portal/webpack/remotes';
import { transformSync } from '@swc/core';
import { registryModule, registryOf } from './registry';

const root = join(__dirname, '../../..');

const swc = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } } as const;

/** The declaration in the `module.ts` of a module. Jest runs CommonJS, where an export cannot be called `module`, so it is renamed. */
export function declarationOf(name: string): ModuleDeclaration {
  const source = readFileSync(join(root, name, 'module.ts'), 'utf8').replace('export const module', 'export const declaration');
  const exports: { declaration?: ModuleDeclaration } = {};
  const near = (id: string): unknown => require(id.startsWith('.') ? join(root, name, id) : id);
  new Function('exports', 'require', transformSync(source, swc).code)(exports, near);
  if (!exports.declaration) throw new Error(`${name}/module.ts exports no module`);
  return exports.declaration;
}

const registryWith = (names: readonly string[]): Registry =>
  registryOf(Object.fromEntries(names.map((name) => [name, registryModule(name, '1.0.0', declarationOf(name).routes)])));

/** A registry with every remote as its `module.ts` declares it. */
export const declaredRegistry = (): Registry => registryWith(remotesIn(root));

/** The same with the remotes of the requirements only, for tests that name every route or menu entry: a new module must not break them. */
export function documentedRegistry(): Registry {
  const requirements = readFileSync(join(root, 'docs/ledger/requirements.tsv'), 'utf8').split('\n');
  const modules = new Set(requirements.map((row) => row.split('\t')[1]));
  return registryWith(remotesIn(root).filter((name) => modules.has(name)));
}
