import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { ModuleManifest, RouteDeclaration } from '@portal/mf-kit/module';
import type { Compilation } from 'webpack';
import { REMOTE_CHUNK } from './federation';
import { PROVIDED_ON_REQUEST } from './providedLibraries';
import { fileNameOf } from './screens';

export const integrityOf = (bytes: Uint8Array): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

const allFiles = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();

/** Moves the source maps out of the build. webpack gives a map the name of its file before the last hash, which depends on the folder. */
export function moveMaps(out: string, maps: string): void {
  rmSync(maps, { recursive: true, force: true });
  if (!existsSync(out)) return;
  for (const file of allFiles(out).filter((name) => name.endsWith('.map'))) {
    mkdirSync(dirname(join(maps, file)), { recursive: true });
    const map = { ...JSON.parse(readFileSync(join(out, file), 'utf8')), file: basename(file, '.map') };
    writeFileSync(join(maps, file), JSON.stringify(map));
    rmSync(join(out, file));
  }
}

/** Every file below `out` with its hash and size, except `module.json`. */
export function listFiles(out: string): ModuleManifest['files'] {
  return Object.fromEntries(
    allFiles(out)
      .filter((file) => file !== 'module.json')
      .map((file) => {
        const bytes = readFileSync(join(out, file));
        return [file, { integrity: integrityOf(bytes), size: bytes.length }];
      }),
  );
}

/** The built files of the named fonts. Throws unless there is exactly one of each name. */
export function fontFiles(files: readonly string[], names: readonly string[]): string[] {
  return names.map((name) => {
    const found = files.filter((file) => file.startsWith(`${name}.`) && file.endsWith('.woff2'));
    if (found.length !== 1) throw new Error(`package.json names the font '${name}', but the build has ${found.length} files of it`);
    return found[0] as string;
  });
}

const loadable = (file: string) => /\.(js|css)$/.test(file);

/** The files that a first load of each path needs after the entry: the exposed module's files, then those of its screen. */
export function preloadOf(compilation: Compilation, routes: Record<string, RouteDeclaration>): Record<string, string[]> {
  const filesOf = (chunk: string) => compilation.namedChunkGroups.get(chunk)?.getFiles().filter(loadable);
  const common = filesOf(REMOTE_CHUNK) ?? [];
  return Object.fromEntries(
    Object.keys(routes).map((path) => {
      const own = filesOf(fileNameOf(path));
      if (!own) throw new Error(`module.ts declares ${path}, but src/routes.tsx has no lazyScreen(() => import(…)) for it`);
      return [path, [...new Set([...common, ...own])]];
    }),
  );
}

/** The libraries of `PROVIDED_ON_REQUEST` that a first load of each path needs. Omits paths without any. */
export function laterOf(compilation: Compilation, routes: Record<string, RouteDeclaration>): Record<string, string[]> {
  const sharedLibraries = (name: string) =>
    (compilation.namedChunkGroups.get(name)?.chunks ?? []).flatMap((chunk) =>
      [...(compilation.chunkGraph.getChunkModulesIterableBySourceType(chunk, 'consume-shared') ?? [])].map(
        (module) => (module as unknown as { options: { shareKey: string } }).options.shareKey,
      ),
    );
  const entries = Object.keys(routes).map((path) => {
    const keys = new Set([REMOTE_CHUNK, fileNameOf(path)].flatMap(sharedLibraries));
    return [path, PROVIDED_ON_REQUEST.filter((library) => keys.has(library))] as const;
  });
  return Object.fromEntries(entries.filter(([, libraries]) => libraries.length > 0));
}

/** The shell's entry script, other files that its page needs first (`*`), and the files of each library in `PROVIDED_ON_REQUEST`. */
export function shellFiles(compilation: Compilation): { entry: string; preload: Record<string, string[]> } {
  const files = compilation.entrypoints.get('shell')?.getFiles().filter(loadable) ?? [];
  const entry = files.findLast((file) => file.endsWith('.js'));
  if (!entry) throw new Error('the shell has no entry script');
  const later = PROVIDED_ON_REQUEST.map(
    (library) => [library, compilation.namedChunkGroups.get(library)?.getFiles().filter(loadable) ?? []] as const,
  );
  return {
    entry,
    preload: { '*': files.filter((file) => file !== entry), ...Object.fromEntries(later.filter(([, given]) => given.length > 0)) },
  };
}
