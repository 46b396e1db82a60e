import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleDeclaration, Registry } from '@portal/mf-kit/module';
import { remotesIn } from '@portal/webpack/remotes';
import { transformSync } from '@swc/core';
import { registryModule, registryOf } from './registry';

const root = join(__dirname, '../../..');

const swc = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } } as const;

/** Jest runs CommonJS, where an export cannot be called `module`, so it is renamed. */
function declarationOf(name: string): ModuleDeclaration {
  const source = readFileSync(join(root, name, 'module.ts'), 'utf8').replace('export const module', 'export const declaration');
  const exports: { declaration?: ModuleDeclaration } = {};
  const near = (id: string): unknown => require(id.startsWith('.') ? join(root, name, id) : id);
  new Function('exports', 'require', transformSync(source, swc).code)(exports, near);
  if (!exports.declaration) throw new Error(`${name}/module.ts exports no module`);
  return exports.declaration;
}

/** A registry with every remote as its `module.ts` declares it. */
export function declaredRegistry(): Registry {
  return registryOf(Object.fromEntries(remotesIn(root).map((name) => [name, registryModule(name, '1.0.0', declarationOf(name).routes)])));
}
