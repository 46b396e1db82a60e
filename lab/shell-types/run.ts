import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import type { BuildRecord } from '@portal/mf-kit/provenance';
import type { StoredTypes } from '@portal/mf-kit/storedTypes';
import { inputsOf } from '@portal/webpack/sources';
import { TYPES, typesOf } from '@portal/webpack/types';
import { readModule } from '@portal/webpack/workspace';
import { transformSync } from 'esbuild';
import { checkTypes, type TypedBuild } from '../../delivery/src/gate/shell-types';
import { buildFolder, repository } from '../../delivery/src/paths';
import type { Mentions } from './changes';

/** Files of the shell's side, which define the portal context. */
const DEFINES = /mf-kit\/src\/(portal|portalHandle|remote)\.ts$/;

/** The build of a remote as far as `portal publish` compares it, with the search in its sources. */
export interface Remote {
  name: string;
  build: TypedBuild;
  mentions: Mentions;
}

/** The sources that a remote imports, as the compiler lists them, without types and comments. */
function sourcesOf(name: string): string {
  const args = [
    'node_modules/typescript/bin/tsc',
    '--listFilesOnly',
    '--ignoreConfig',
    '--moduleResolution',
    'bundler',
    '--module',
    'esnext',
  ];
  const listed = execFileSync(process.execPath, [...args, '--jsx', 'react-jsx', `${name}/src/remote.tsx`], {
    cwd: repository,
    encoding: 'utf8',
  });
  const own = listed.split('\n').filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules') && !DEFINES.test(file));
  const withoutComments = (file: string) =>
    transformSync(readFileSync(join(repository, file.replace(`${repository}/`, '')), 'utf8'), {
      loader: file.endsWith('x') ? 'tsx' : 'ts',
      jsx: 'preserve',
    }).code;
  return own.map(withoutComments).join('\n');
}

export async function readRemote(name: string): Promise<Remote> {
  const module = readModule(join(repository, name));
  const sources = sourcesOf(name);
  const destructured = [...sources.matchAll(/\{([^{}]*)\} = usePortal\(\)/g)].map(([, names]) => names).join(', ');
  const mentions: Mentions = (member, receiver = '') =>
    new RegExp(`${receiver === '' ? '\\b' : receiver}${member}\\b`).test(sources) ||
    (receiver.includes('portal') && new RegExp(`\\b${member}\\b`).test(destructured));
  const files = new Map([[TYPES, Buffer.from(JSON.stringify(await typesOf(module)))]]);
  const manifest = { name, version: '1.0.0', portal: 1, types: TYPES } as ModuleManifest;
  const record = { buildDefinition: { resolvedDependencies: inputsOf(module.root, module.dir) } } as BuildRecord;
  return { name, build: { manifest, files, record }, mentions };
}

/** The problems that `portal publish` finds in a remote while a shell with these types is live, and the seconds that it needs. */
export async function publishUnder(types: StoredTypes, { name, build }: Remote): Promise<{ problems: string[]; seconds: number }> {
  const began = performance.now();
  const shell = { version: '1.1.0', portal: 1, types: Buffer.from(JSON.stringify(types)), isReplaced: false };
  const { problems, warnings } = await checkTypes(build, buildFolder(name), [shell]);
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  return { problems, seconds: (performance.now() - began) / 1000 };
}
