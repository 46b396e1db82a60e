import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type { RouteDeclaration } from '@portal/mf-kit/module';
import { isPrerendered, RENDERER, RENDERER_FILE, RENDERER_GLOBALS, type Renderer } from '@portal/mf-kit/renderer';
import webpack, { type Configuration } from 'webpack';
import { compile } from './compile';
import { cssLoader, scriptRule } from './preset';
import { fileNameOf } from './screens';
import { containerOf, type ModulePackage } from './workspace';

/** One script that needs nothing of Node, because the portal host also runs it. */
function rendererPreset(module: ModulePackage, version: string, folder: string): Configuration {
  return {
    name: `${module.name}-prerender`,
    mode: 'production',
    context: module.dir,
    target: ['webworker', 'es2022'],
    entry: './src/prerender.tsx',
    output: {
      path: folder,
      filename: 'renderer.js',
      library: { type: 'var', name: RENDERER },
      globalObject: 'globalThis',
      chunkLoading: false,
      publicPath: '',
    },
    devtool: false,
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [
        scriptRule(false),
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

type Routes = Record<string, RouteDeclaration>;

/** The addresses to render, by their key in the manifest. */
function pagesToRender(routes: Routes): Map<string, string> {
  const found = new Map<string, string>();
  for (const [pattern, { prerender, content, pages = {} }] of Object.entries(routes)) {
    if (!prerender || content) continue;
    for (const address of Object.keys(pages)) found.set(address, address);
    // For a pattern, an address that no module declares.
    found.set(pattern, pattern === '*' ? '/no/such/page' : pattern.replace(/:\w+/g, 'no-such-page'));
  }
  return found;
}

/** Runs the script like the portal host. Throws if it needs a global that the host does not provide. */
function run(file: string, module: ModulePackage): Renderer {
  const place = createContext(Object.fromEntries(RENDERER_GLOBALS.map((name) => [name, globalThis[name]])));
  runInContext(readFileSync(file, 'utf8'), place, { filename: `${module.name}/src/prerender.tsx` });
  const renderer = place[RENDERER] as Partial<Renderer> | undefined;
  if (!renderer?.prerender) throw new Error(`${module.name}: src/prerender.tsx must export prerender(path, input)`);
  return renderer as Renderer;
}

async function renderInto(out: string, module: ModulePackage, renderer: Renderer, pages: Map<string, string>) {
  mkdirSync(join(out, 'prerendered'), { recursive: true });
  const files: Record<string, string> = {};
  for (const [key, address] of pages) {
    const rendered = await renderer.prerender(address);
    if (!isPrerendered(rendered)) throw new Error(`${module.name}: src/prerender.tsx made no page of ${address}: { html } is wanted`);
    const file = `prerendered/${fileNameOf(key)}.json`;
    if (Object.values(files).includes(file))
      throw new Error(`${module.name}: ${key} and another path would both be prerendered as ${file}`);
    writeFileSync(join(out, file), JSON.stringify(rendered));
    files[key] = file;
  }
  return files;
}

/**
 * Renders pages at build time with a second build of `src/prerender.tsx`, which exports `prerender(path, input)`. The portal host also
 * renders routes with `content` or `forms`, so their script becomes a file of the module.
 * @returns the prerendered pages and the script for the manifest
 */
export async function prerenderInto(
  out: string,
  module: ModulePackage,
  version: string,
  routes: Routes,
): Promise<{ prerendered: Record<string, string>; renderer?: string }> {
  const pages = pagesToRender(routes);
  const isHosts = Object.values(routes).some(({ content, forms }) => content ?? forms);
  if (pages.size === 0 && !isHosts) return { prerendered: {} };
  if (!existsSync(join(module.dir, 'src/prerender.tsx')))
    throw new Error(`${module.name}: module.ts asks for prerendered pages, but src/prerender.tsx is missing`);
  // Contains the folder's name, because two builds may have the same module name.
  const folder = join(module.root, 'node_modules/.cache/portal-prerender', containerOf(module.name, version), basename(module.dir));
  try {
    await compile(rendererPreset(module, version, folder));
    const script = join(folder, 'renderer.js');
    const prerendered = await renderInto(out, module, run(script, module), pages);
    if (!isHosts) return { prerendered };
    mkdirSync(dirname(join(out, RENDERER_FILE)), { recursive: true });
    cpSync(script, join(out, RENDERER_FILE));
    return { prerendered, renderer: RENDERER_FILE };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
