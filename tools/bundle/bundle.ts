import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import type { Deployable } from './deployables';

export const root = resolve(import.meta.dirname, '../..');

type Versions = Record<string, string>;

const dependenciesOf = (folder: string): Versions =>
  (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { dependencies?: Versions }).dependencies ?? {};

const isOurs = (name: string): boolean => name.startsWith('@portal/');

/** Runtime dependencies of a package, including the dependencies of our packages that it uses. */
function runtimeOf(folder: string, seen = new Set<string>()): Versions {
  if (seen.has(folder)) return {};
  seen.add(folder);
  const own = Object.entries(dependenciesOf(folder));
  const ours = own.filter(([name]) => isOurs(name)).map(([name]) => runtimeOf(`shared/${name.slice('@portal/'.length)}`, seen));
  return Object.assign(Object.fromEntries(own.filter(([name]) => !isOurs(name))), ...ours);
}

/** Package of an import path: `@a/b/c` is in `@a/b`. */
const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

/** Libraries in the bundle. */
const strangersIn = ({ inputs }: Metafile): string[] =>
  Object.keys(inputs).flatMap((input) => (input.includes('node_modules/') ? [packageOf(input.split('node_modules/').at(-1) ?? '')] : []));

/** Packages that the output imports at run time. */
const askedBy = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, external }) => (external && !isBuiltin(path) ? [packageOf(path)] : [])),
  );

export interface CompiledDeployable {
  folder: string;
  /** Packages that it imports at run time, with their versions. */
  dependencies: Versions;
}

/**
 * Bundles one deployable with our packages into a folder; libraries are imported at run time. Throws if it uses a library that is no runtime
 * dependency of its package.
 */
export async function bundleProcess(
  { name, package: of, entries, threads, files }: Deployable,
  folder = join(root, 'dist', name),
): Promise<CompiledDeployable> {
  const runtime = runtimeOf(of);
  rmSync(folder, { recursive: true, force: true });
  const common = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: Object.keys(runtime),
    sourcemap: true,
    metafile: true,
    logLevel: 'silent',
  } as const satisfies BuildOptions;
  const made = await Promise.all([
    build({ ...common, entryPoints: { ...entries }, outdir: folder, splitting: true }),
    ...Object.entries(threads).map(([from, to]) => build({ ...common, entryPoints: [from], outfile: join(folder, to) })),
  ]);
  const strangers = new Set(made.flatMap(({ metafile }) => strangersIn(metafile)));
  if (strangers.size > 0) throw new Error(`${name} uses what is no dependency of ${of} when it runs: ${[...strangers].join(', ')}`);
  const asked = new Set(made.flatMap(({ metafile }) => askedBy(metafile)));
  const dependencies = Object.fromEntries([...asked].sort().map((one) => [one, runtime[one] ?? '']));
  for (const [from, to] of Object.entries(files)) cpSync(join(root, from), join(folder, to), { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, private: true, type: 'module', dependencies }, null, 2)}\n`);
  return { folder, dependencies };
}
