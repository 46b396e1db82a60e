import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '..');

/** The packages that a script imports at its start, also through other files. */
async function packagesOf(script) {
  const { metafile } = await build({
    entryPoints: [join(root, script)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  });
  const reached = new Set();
  const packages = [];
  const visit = (path) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { path: imported, kind, external } of metafile.inputs[path].imports) {
      if (kind === 'dynamic-import') continue;
      if (!external) visit(imported);
      else if (!imported.startsWith('node:') && !builtinModules.includes(imported)) packages.push(`${path}: ${imported}`);
    }
  };
  visit(script);
  return packages;
}

test.each(['tools/start.mjs', 'tools/test/run.mjs', 'tools/dev-portal/preconditions.mjs', 'lab/cli.mjs'])(
  '%s starts before the packages are installed',
  async (script) => {
    expect(await packagesOf(script)).toEqual([]);
  },
);

test('finds a package that a file of the script imports', async () => {
  expect(await packagesOf('tools/test/proofs.mjs')).toContain('tools/lint/source-files.mjs: @swc/core');
});

test('package.json states for each package whether its install script runs, so the install prints no warning', () => {
  const json = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const withScript = Object.entries(json('package-lock.json').packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScript.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(Object.keys(json('package.json').allowScripts)).toEqual(names.sort());
});
