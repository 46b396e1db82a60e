import { join } from 'node:path';
import { ConsumeSharedPlugin, ModuleFederationPlugin } from '@module-federation/enhanced';
import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';
import { providedAtStart, providedOnRequest } from './providedLibraries';

/** The chunk of the exposed module. Every path of a remote needs it. */
export const REMOTE_CHUNK = 'remote';
const NAME = 'OwnSharing';
/** The import by which the federation plugin adds its runtime, with `virtualRuntimeEntry`. */
const RUNTIME_ENTRY = /^data:text\/javascript;charset=utf-8;base64,/;
/** The manifest uses paths relative to its own address, which is intended. */
const EXPECTED = /Manifest will use absolute path resolution via its host at runtime/;
/** The identifier of the module that `remoteEntry.js` exports. */
const CONTAINER = 'container entry ';
const PACKAGE = /[\\/]node_modules[\\/]@module-federation[\\/]/;

/**
 * Removes the package's runtime from remotes. It would add 18 to 38 kB (brotli) to a first load, for functions that the shell has: loading,
 * versions and retries. `sharing.ts` replaces the remaining part. The package's statistics are not needed.
 */
class OwnSharing implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    new webpack.NormalModuleReplacementPlugin(RUNTIME_ENTRY, join(import.meta.dirname, 'sharing.ts')).apply(compiler);
    compiler.hooks.infrastructureLog.tap(
      NAME,
      (_name, _type, args) => args?.some((message) => EXPECTED.test(String(message))) || undefined,
    );
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // Its identifier contains the path of the package on this machine, from which webpack would derive the number in the entry.
      compilation.hooks.beforeModuleIds.tap(NAME, (modules) => {
        for (const module of modules)
          if (module.identifier().startsWith(CONTAINER)) compilation.chunkGraph.setModuleId(module, 'container');
      });
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const strangers = [...modules].filter((module) => PACKAGE.test(module.nameForCondition() ?? ''));
        if (strangers.length > 0)
          compilation.errors.push(new webpack.WebpackError('the federation runtime came in: its plugin has changed'));
      });
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => compilation.deleteAsset('mf-stats.json'));
    });
  }
}

export const federation = (dir: string, container: string) => [
  new OwnSharing(),
  new ModuleFederationPlugin({
    name: container,
    library: { type: 'var', name: container },
    filename: 'remoteEntry.js',
    exposes: { './remote': { import: './src/remote.tsx', name: REMOTE_CHUNK } },
    shared: providedAtStart(dir),
    shareStrategy: 'loaded-first',
    manifest: true,
    // Generates nothing with TypeScript 7: docs/decisions/31-types-between-versions.md.
    dts: false,
    // Prevents a file with a path of this machine in its name and content.
    virtualRuntimeEntry: true,
    experiments: { optimization: { disableSnapshot: true, disableRemote: true, target: 'web' } },
  }),
  new ConsumeSharedPlugin({ consumes: providedOnRequest(dir) }),
];
