import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { compile } from '@portal/webpack/compile';
import { readDeclaration } from '@portal/webpack/declaration';
import { RegistryIntegrity } from '@portal/webpack/integrity';
import { listFiles, shellFiles } from '@portal/webpack/manifest';
import { prerenderInto } from '@portal/webpack/prerender';
import { preset } from '@portal/webpack/preset';
import { remotesIn } from '@portal/webpack/remotes';
import { fileNameOf } from '@portal/webpack/screens';
import { readModule } from '@portal/webpack/workspace';
import webpack, { type Compilation, type Configuration } from 'webpack';
import { compileAtOncePlugin } from './compiledAtOnce';

const root = resolve(import.meta.dirname, '../../..');
const here = import.meta.dirname;
const remotes = remotesIn(root);
/** Files of the shell that the monolith does not need, and their replacements in this folder. */
const STAND_INS = {
  'modules/loading/moduleLoader': 'loader',
  'modules/loading/scriptPolicy': 'sources',
  'registry/registrySync': 'follow',
  'modules/prefetch': 'prefetch',
};

/** Compile-time check that a replacement has the interface of the original. */
type StandsFor<Original, StandIn extends Original> = StandIn;
export type StandIns = [
  StandsFor<typeof import('../../../shell/src/modules/loading/moduleLoader'), typeof import('./loader')>,
  StandsFor<typeof import('../../../shell/src/modules/loading/scriptPolicy'), typeof import('./sources')>,
  StandsFor<typeof import('../../../shell/src/registry/registrySync'), typeof import('./follow')>,
  StandsFor<typeof import('../../../shell/src/modules/prefetch'), typeof import('./prefetch')>,
];

/** Data that the host needs about a remote in the monolith: its routes, the files of each route's first load, and its prerendered HTML. */
export type RemotePart = Pick<ModuleManifest, 'routes' | 'entry' | 'preload' | 'prerendered' | 'renderer'>;

export type RemoteParts = Record<string, RemotePart>;

/** A fixed version, because each run of the bench builds its own monolith. */
export const VERSION = '1.0.0-monolith';

/** Writes the file that replaces `remotes.ts` in the build. */
function remotesFile(): string {
  const chunk = (name: string) =>
    `  '${name}': () => import(/* webpackChunkName: "${name}" */ ${JSON.stringify(join(root, name, 'src/remote.tsx'))}),\n`;
  const file = join(temporaryFolder('monolith'), 'remotes.js');
  writeFileSync(file, `export const remotes = {\n${remotes.map(chunk).join('')}};\n`);
  return file;
}

/** Changes one chunk by a line, as a later release would. */
const changed = (chunk: string) =>
  new webpack.BannerPlugin({
    banner: 'void "the next release";',
    raw: true,
    test: new RegExp(`^${chunk}\\..*js$`),
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

function configuration(out: string, changedChunk: string | undefined): Configuration {
  const shell = readModule('shell', root);
  const base = preset({ dir: shell.dir, kind: 'shell', version: VERSION, out });
  const instead = Object.entries(STAND_INS).map(([file, name]) => [join(shell.dir, `src/${file}.ts`), join(here, `${name}.ts`)]);
  instead.push([join(here, 'remotes.ts'), remotesFile()]);
  return {
    ...base,
    entry: { shell: join(shell.dir, 'src/main.tsx') },
    devtool: false,
    resolve: { ...base.resolve, alias: Object.fromEntries(instead) as Record<string, string> },
    plugins: [
      ...(base.plugins ?? []).filter((plugin) => !(plugin instanceof RegistryIntegrity)),
      ...(changedChunk ? [changed(changedChunk)] : []),
      compileAtOncePlugin(remotes),
    ],
    cache: false,
  };
}

function partOf(
  compilation: Compilation,
  name: string,
  { routes, ...rendered }: Pick<RemotePart, 'routes' | 'prerendered' | 'renderer'>,
): RemotePart {
  const filesOf = (chunk: string) =>
    (compilation.namedChunkGroups.get(chunk)?.getFiles() ?? []).filter((file: string) => /\.(js|css)$/.test(file));
  const common = filesOf(name);
  const entry = common.find((file: string) => file.endsWith('.js'));
  if (!entry) throw new Error(`the monolith has no chunk for ${name}`);
  return {
    routes,
    entry,
    ...rendered,
    preload: Object.fromEntries(
      Object.keys(routes).map((path) => [path, [...new Set([...common, ...filesOf(fileNameOf(path))])].filter((file) => file !== entry)]),
    ),
  };
}

/** The host supports one renderer script per version. */
function assertOneRenderer(parts: RemoteParts): void {
  const names = Object.keys(parts).filter((name) => parts[name]?.renderer);
  if (names.length > 1) throw new Error(`the monolith supports one renderer, but ${names.join(' and ')} have one each`);
}

/**
 * Builds the monolith: the shell and all remotes in one webpack build with the same preset, without registry, integrity hashes of remotes and
 * containers. Uses no earlier build. `changedChunk`: a chunk to change by one line.
 */
export async function buildMonolith(folder: string, changedChunk?: string): Promise<RemoteParts> {
  const compilation = await compile(configuration(folder, changedChunk));
  // A chunk without a change would make the control's update free.
  if (changedChunk && !compilation.namedChunkGroups.has(changedChunk)) throw new Error(`the monolith has no chunk ${changedChunk}`);
  const parts: RemoteParts = {};
  for (const name of remotes) {
    const { routes } = await readDeclaration(readModule(name, root));
    // With the shell's name, because the class names of the whole monolith are salted with its container name.
    const rendered = await prerenderInto(folder, { ...readModule(name, root), name: 'shell' }, VERSION, routes);
    parts[name] = partOf(compilation, name, { routes, ...rendered });
  }
  assertOneRenderer(parts);
  const manifest: ModuleManifest = {
    name: 'shell',
    version: VERSION,
    commit: '',
    container: 'monolith',
    ...shellFiles(compilation),
    routes: {},
    portal: 1,
    saysReady: true,
    contracts: {},
    shared: {},
    files: listFiles(folder),
    prerendered: {},
    // Publishing requires a budget. The monolith's size is measured, not limited.
    budget: Number.MAX_SAFE_INTEGER,
  };
  writeFileSync(join(folder, 'module.json'), JSON.stringify(manifest));
  return parts;
}
