import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleDeclaration, Registry } from '@portal/mf-kit/module';
import { remotesIn } from '@portal/webpack/remotes';
import { transformSync } from '@swc/core';
import { registryModule, registryOf } from './registry';

const root = join(__dirname, '../../..');

const swc = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } } as const;

/** jest runs CommonJS, where a file cannot have an export that is called `module`: it is read under another name. */
function declarationOf(name: string): ModuleDeclaration {
  const source = readFileSync(join(root, name, 'module.ts'), 'utf8').replace('export const module', 'export const declaration');
  const exports: { declaration?: ModuleDeclaration } = {};
  const near = (id: string): unknown => require(id.startsWith('.') ? join(root, name, id) : id);
  new Function('exports', 'require', transformSync(source, swc).code)(exports, near);
  if (!exports.declaration) throw new Error(`${name}/module.ts exports no module`);
  return exports.declaration;
}

/** The portal as every remote declares it today, read from their `module.ts` without naming one. */
export function declaredRegistry(): Registry {
  return registryOf(Object.fromEntries(remotesIn(root).map((name) => [name, registryModule(name, '1.0.0', declarationOf(name).routes)])));
}
