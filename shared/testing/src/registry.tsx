import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  MODULES,
  type ModuleDeclaration,
  type ModuleVersion,
  type Registry,
  type RegistryModule,
  type RouteDeclaration,
} from '@portal/mf-kit/module';
import { transformSync } from '@swc/core';

const root = join(__dirname, '../../..');

/** A version as the registry names it. */
export const moduleVersion = (name: string, version: string): ModuleVersion => ({
  version,
  container: `${name}_${version}`.replace(/\W/g, '_'),
  entry: 'remoteEntry.js',
  integrity: `sha384-${name}-${version}`,
});

/** One active module with the given routes. */
export const registryModule = (name: string, version: string, routes: Record<string, RouteDeclaration> = {}): RegistryModule => ({
  ...moduleVersion(name, version),
  routes,
  lastGood: null,
  canary: null,
  quarantined: {},
  by: 'test',
  at: '2027-03-14T15:00:00Z',
  why: 'test',
});

export const registryOf = (modules: Record<string, RegistryModule>, revision = 1): Registry => ({
  revision,
  at: '2027-03-14T15:00:00Z',
  shell: { ...moduleVersion('shell', '1.0.0'), lastGood: null, by: 'test', at: '2027-03-14T15:00:00Z', why: 'test', quarantined: {} },
  modules,
});

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

/** The portal as the five modules declare it today, read from their `module.ts` without naming one. */
export function declaredRegistry(): Registry {
  return registryOf(Object.fromEntries(MODULES.map((name) => [name, registryModule(name, '1.0.0', declarationOf(name).routes)])));
}
