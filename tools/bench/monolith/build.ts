import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MODULES, type ModuleManifest } from '@portal/mf-kit/module';
import { compile } from '@portal/webpack/compile';
import { readDeclaration } from '@portal/webpack/declaration';
import { RegistryIntegrity } from '@portal/webpack/integrity';
import { listFiles, shellFiles } from '@portal/webpack/manifest';
import { prerenderInto } from '@portal/webpack/prerender';
import { preset } from '@portal/webpack/preset';
import { sourceHash } from '@portal/webpack/sources';
import { readModule } from '@portal/webpack/workspace';
import type { Compilation, Configuration } from 'webpack';

const root = resolve(import.meta.dirname, '../../..');
const here = import.meta.dirname;
/** Files of shell/src/composition that the monolith has no use for, and what stands for them here. */
const STAND_INS = ['loader', 'sources', 'follow', 'prefetch'];

/** The type checker's word that each stand-in serves as the original does. */
type StandsFor<Original, StandIn extends Original> = StandIn;
export type StandIns = [
  StandsFor<typeof import('../../../shell/src/composition/loader'), typeof import('./loader')>,
  StandsFor<typeof import('../../../shell/src/composition/sources'), typeof import('./sources')>,
  StandsFor<typeof import('../../../shell/src/composition/follow'), typeof import('./follow')>,
  StandsFor<typeof import('../../../shell/src/composition/prefetch'), typeof import('./prefetch')>,
];

/** What the host has to know of a remote that is only a chunk: its routes, and which of the monolith's files a first load of each needs. */
export type Part = Pick<ModuleManifest, 'routes' | 'entry' | 'preload' | 'prerendered'>;

export interface Monolith {
  folder: string;
  version: string;
  parts: Record<string, Part>;
}

/** Over everything that the build reads, so that it is repeated when and only when something changed. */
function versionOf(folders: string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) hash.update(sourceHash(root, folder));
  for (const file of [...STAND_INS, 'build']) hash.update(readFileSync(join(here, `${file}.ts`)));
  return `1.0.0-monolith.${hash.digest('hex').slice(0, 8)}`;
}

function configuration(version: string, out: string): Configuration {
  const shell = readModule('shell', root);
  const base = preset({ dir: shell.dir, kind: 'shell', version, out });
  const instead = STAND_INS.map((name) => [join(shell.dir, `src/composition/${name}.ts`), join(here, `${name}.ts`)]);
  return {
    ...base,
    entry: { shell: join(shell.dir, 'src/main.tsx') },
    devtool: false,
    resolve: { ...base.resolve, alias: Object.fromEntries(instead) as Record<string, string> },
    plugins: (base.plugins ?? []).filter((plugin) => !(plugin instanceof RegistryIntegrity)),
    cache: false,
  };
}

function partOf(compilation: Compilation, name: string, routes: Part['routes'], prerendered: Part['prerendered']): Part {
  const filesOf = (chunk: string) =>
    (compilation.namedChunkGroups.get(chunk)?.getFiles() ?? []).filter((file: string) => /\.(js|css)$/.test(file));
  const common = filesOf(name);
  const entry = common.find((file: string) => file.endsWith('.js'));
  if (!entry) throw new Error(`the monolith has no chunk for ${name}`);
  const own = (chunk: string | undefined) => (chunk === undefined ? [] : filesOf(chunk));
  return {
    routes,
    entry,
    prerendered,
    preload: Object.fromEntries(
      Object.entries(routes).map(([path, { chunk }]) => [path, [...new Set([...common, ...own(chunk)])].filter((file) => file !== entry)]),
    ),
  };
}

async function build(version: string, folder: string): Promise<Monolith> {
  const compilation = await compile(configuration(version, folder));
  const parts: Record<string, Part> = {};
  for (const name of MODULES) {
    const { routes } = await readDeclaration(readModule(name, root));
    // Under the shell's name: its container salts the class names of the whole monolith.
    const { prerendered } = await prerenderInto(folder, { ...readModule(name, root), name: 'shell' }, version, routes);
    parts[name] = partOf(compilation, name, routes, prerendered);
  }
  const manifest: ModuleManifest = {
    name: 'shell',
    version,
    commit: '',
    builtAt: new Date().toISOString(),
    container: 'monolith',
    ...shellFiles(compilation),
    routes: {},
    portal: 1,
    contracts: {},
    shared: {},
    files: listFiles(folder),
    prerendered: {},
  };
  writeFileSync(join(folder, 'module.json'), JSON.stringify(manifest));
  const monolith = { folder, version, parts };
  writeFileSync(`${folder}.json`, JSON.stringify(monolith));
  return monolith;
}

/** The control: the shell and all remotes in one webpack build by the same preset. Without hashes, registry and containers. */
export async function buildMonolith(): Promise<Monolith> {
  const version = versionOf(['shell', ...MODULES].map((name) => join(root, name)));
  const folder = join(root, 'node_modules/.cache/portal-bench', version);
  if (existsSync(`${folder}.json`)) return JSON.parse(readFileSync(`${folder}.json`, 'utf8')) as Monolith;
  return build(version, folder);
}
