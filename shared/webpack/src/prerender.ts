import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Prerendered } from '@portal/mf-kit/pageInput';
import webpack, { type Configuration } from 'webpack';
import { compile } from './compile';
import { cssLoader, scriptRule } from './preset';
import { containerOf, type ModulePackage } from './workspace';

type Prerender = (path: string) => Promise<Prerendered>;

function nodePreset(module: ModulePackage, version: string, folder: string): Configuration {
  return {
    name: `${module.name}-prerender`,
    mode: 'production',
    context: module.dir,
    target: 'node20',
    entry: './src/prerender.tsx',
    output: { path: folder, filename: 'prerender.cjs', library: { type: 'commonjs2' }, chunkFormat: false, publicPath: '' },
    devtool: false,
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [
        scriptRule,
        { test: /\.css$/, use: [cssLoader(containerOf(module.name, version), true)] },
        { test: /\.(svg|png|jpe?g|webp|avif|woff2)$/, type: 'asset/resource', generator: { emit: false } },
      ],
    },
    plugins: [
      new webpack.DefinePlugin({ __MODULE__: JSON.stringify({ name: module.name, version }) }),
      new webpack.IgnorePlugin({ resourceRegExp: /^\.\/locale$/, contextRegExp: /moment$/ }),
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
    optimization: { minimize: false },
    performance: false,
  };
}

/**
 * Renders paths at build time: a second build for Node of `src/prerender.tsx`, which exports `prerender(path)`.
 * @returns path -> file below `out`
 */
export async function prerenderInto(out: string, module: ModulePackage, version: string, paths: string[]): Promise<Record<string, string>> {
  if (paths.length === 0) return {};
  if (!existsSync(join(module.dir, 'src/prerender.tsx')))
    throw new Error(`${module.name}: module.ts asks for ${paths.join(', ')} to be prerendered, but src/prerender.tsx is missing`);
  // By its folder too: what was required once stays, and two builds may share a name.
  const folder = join(module.root, 'node_modules/.cache/portal-prerender', containerOf(module.name, version), basename(module.dir));
  try {
    await compile(nodePreset(module, version, folder));
    const { prerender } = createRequire(import.meta.url)(join(folder, 'prerender.cjs')) as { prerender?: Prerender };
    if (!prerender) throw new Error(`${module.name}: src/prerender.tsx must export prerender(path)`);
    mkdirSync(join(out, 'prerendered'), { recursive: true });
    const files: Record<string, string> = {};
    for (const path of paths) {
      const file = `prerendered/${path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}.html`;
      writeFileSync(join(out, file), (await prerender(path)).html);
      files[path] = file;
    }
    return files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
