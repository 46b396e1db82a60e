import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CallShapes, isEndpoint, shapesOf } from '@portal/contracts/_kernel/calls';
import { EXPOSED } from '@portal/mf-kit/module';
import type { Compilation, Module } from 'webpack';

/** The file in a build with the shapes of its calls. */
export const CALLS = 'calls.json';

const CONTRACT = /[\\/]shared[\\/]contracts[\\/]src[\\/](?!_kernel)[^\\/]+[\\/][^\\/]+\.ts$/;

type Joined = Module & { modules?: Iterable<Module> };
/** Every source of a compilation, including those that webpack has concatenated. */
const sourcesOf = (compilation: Compilation): Module[] =>
  [...compilation.modules].flatMap((module) => [...((module as Joined).modules ?? [module])]);

/** The shapes of the calls that remain in a build after webpack has removed unused code. */
export async function callsOf(compilation: Compilation): Promise<CallShapes> {
  const found = new Map<string, Parameters<typeof shapesOf>[0][number]>();
  for (const module of sourcesOf(compilation)) {
    const file = module.nameForCondition();
    if (!file || !CONTRACT.test(file)) continue;
    const used = compilation.moduleGraph.getExportsInfo(module).getUsedExports(undefined);
    const exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    for (const [name, one] of Object.entries(exported))
      if (isEndpoint(one) && (used === true || (used !== false && used?.has(name)))) found.set(one.id, one);
  }
  return shapesOf([...found.values()]);
}

/** The export names of `src/remote.tsx`, the one file that a remote exposes. */
export function exportsOfRemote(compilation: Compilation, dir: string): Record<string, string[]> {
  const source = sourcesOf(compilation).find((module) => module.nameForCondition() === join(dir, 'src/remote.tsx'));
  const exported = source && compilation.moduleGraph.getExportsInfo(source).getProvidedExports();
  return Array.isArray(exported) ? { [EXPOSED]: [...exported].sort() } : {};
}
