import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { findPackageJSON, type ModulePackage } from './workspace';

/** The file in a build with the types of the portal context and of the contracts that it names. */
export const TYPES = 'types.json';

/** Declarations by path, as `mf-kit/portal.d.ts`. */
export type StoredTypes = Record<string, string>;

const exec = promisify(execFile);
const MOST_OUTPUT = 64 * 2 ** 20;

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
export async function runCompiler(root: string, config: string): Promise<string> {
  const tsc = join(dirname(findPackageJSON('typescript', root)), 'bin/tsc');
  // Several checkers repeat most of the work.
  return exec(process.execPath, [tsc, '-p', config, '--pretty', 'false', '--checkers', '1'], { cwd: root, maxBuffer: MOST_OUTPUT }).then(
    ({ stdout }) => stdout,
    (error: Error & { stdout?: string }) => {
      if (!error.stdout) throw error;
      return error.stdout;
    },
  );
}

/** Emits the declarations of a build's portal context: the file that the shell and a remote share, and each file that it imports. */
export async function typesOf({ dir, root }: ModulePackage): Promise<StoredTypes> {
  const sourcesOf = (name: string) => join(realpathSync(dirname(findPackageJSON(name, dir))), 'src');
  const [kit, contracts] = [sourcesOf('@portal/mf-kit'), sourcesOf('@portal/contracts')];
  const shared = dirname(dirname(kit));
  const folder = mkdtempSync(join(tmpdir(), 'portal-types-'));
  const out = join(folder, 'out');
  const config = join(folder, 'tsconfig.json');
  const emitted = {
    ...compilerOptions,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: true,
    rootDir: shared,
    outDir: out,
    // An import through node_modules is not emitted.
    paths: { '@portal/mf-kit/*': [`${kit}/*`], '@portal/contracts/*': [`${contracts}/*`] },
  };
  try {
    writeFileSync(config, JSON.stringify({ compilerOptions: emitted, files: [join(kit, 'remote.ts')] }));
    const messages = await runCompiler(root, config);
    if (messages !== '') throw new Error(`the types of the portal context do not compile:\n${messages}`);
    return Object.fromEntries(
      readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
        .map((file) => [relative(out, file).replaceAll('\\', '/').replace('/src/', '/'), readFileSync(file, 'utf8')]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
