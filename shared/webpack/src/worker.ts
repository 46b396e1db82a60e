import { existsSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';
import { compile } from './compile';
import { scriptRule } from './preset';
import type { ModulePackage } from './workspace';

const SOURCE = 'src/worker/serviceWorker.ts';
const FILE = 'worker.js';

/**
 * Builds the shell's service worker as a separate build with a single script, because a worker may not load further scripts.
 * @returns the worker's entry in the manifest
 */
export async function workerInto(out: string, { name, dir }: ModulePackage): Promise<{ worker?: string }> {
  if (!existsSync(join(dir, SOURCE))) return {};
  await compile({
    name: `${name}-worker`,
    mode: 'production',
    context: dir,
    target: ['webworker', 'es2022'],
    entry: `./${SOURCE}`,
    output: { path: out, filename: FILE, chunkLoading: false, publicPath: '' },
    devtool: false,
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: [scriptRule(false)] },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    performance: false,
  });
  return { worker: FILE };
}
