import { type ExecFileException, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { StoredTypes } from '@portal/mf-kit/storedTypes';
import { findPackageJSON, type ModulePackage } from './workspace';

/** The file in a build with the types of the portal context and of the contracts that it names. */
export const TYPES = 'types.json';

const exec = promisify(execFile);
const MOST_OUTPUT = 64 * 2 ** 20;
const PATIENCE_MS = 60_000;
const ABANDONED_MS = 60 * 60_000;

export const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  exactOptionalPropertyTypes: true,
  types: [],
};

/** Runs the compiler on a configuration and returns its messages, with paths from `root`; empty if there are none. */
export async function runCompiler(root: string, config: string, patience = PATIENCE_MS): Promise<string> {
  const tsc = join(dirname(findPackageJSON('typescript', root)), 'bin/tsc');
  // Several checkers repeat most of the work.
  const limits = { maxBuffer: MOST_OUTPUT, timeout: patience };
  return exec(process.execPath, [tsc, '-p', config, '--pretty', 'false', '--checkers', '1'], { cwd: root, ...limits }).then(
    ({ stdout }) => stdout,
    (error: ExecFileException & { stdout?: string }) => {
      if (error.killed) throw new Error(`the compiler did not end within ${patience / 1000} s`);
      // Without an exit code, messages can be missing.
      if (!error.stdout || typeof error.code !== 'number') throw error;
      return error.stdout;
    },
  );
}

/** Removes the folders of interrupted programs. @param newest a new folder: its time is by the same clock as theirs, unlike the process's. */
function removeAbandoned(folders: string, newest: string): void {
  const now = statSync(newest).mtimeMs;
  for (const name of readdirSync(folders)) {
    const changed = statSync(join(folders, name), { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - changed > ABANDONED_MS) rmSync(join(folders, name), { recursive: true, force: true });
  }
}

/** Runs `act` in a new folder below node_modules, where the libraries that the declarations name are found. */
export async function inFolder<Result>(root: string, act: (folder: string) => Promise<Result>): Promise<Result> {
  const folders = join(root, 'node_modules/.cache/portal-types');
  const folder = join(folders, randomUUID());
  mkdirSync(folder, { recursive: true });
  removeAbandoned(folders, folder);
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Emits the declarations of a build's portal context: the file that the shell and a remote share, and each file that it imports. */
export function typesOf({ dir, root }: ModulePackage): Promise<StoredTypes> {
  const sourcesOf = (name: string) => join(realpathSync(dirname(findPackageJSON(name, dir))), 'src');
  const [kit, contracts] = [sourcesOf('@portal/mf-kit'), sourcesOf('@portal/contracts')];
  return inFolder(root, async (folder) => {
    const [out, config] = [join(folder, 'out'), join(folder, 'tsconfig.json')];
    const emitted = {
      ...compilerOptions,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments: true,
      rootDir: dirname(dirname(kit)),
      outDir: out,
      // An import through node_modules is not emitted.
      paths: { '@portal/mf-kit/*': [`${kit}/*`], '@portal/contracts/*': [`${contracts}/*`] },
    };
    writeFileSync(config, JSON.stringify({ compilerOptions: emitted, files: [join(kit, 'remote.ts')] }));
    const messages = await runCompiler(root, config);
    if (messages !== '') throw new Error(`the types of the portal context do not compile:\n${messages}`);
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
    return Object.fromEntries(
      paths.map((file) => [relative(out, file).replaceAll('\\', '/').replace('/src/', '/'), readFileSync(file, 'utf8')]),
    );
  });
}
