import { join } from 'node:path';
import { ConsumeSharedPlugin, ModuleFederationPlugin } from '@module-federation/enhanced';
import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';
import { givenAtBoot, givenLater } from './given';

/** The exposed module's chunk: every path of a remote needs it. */
export const REMOTE_CHUNK = 'remote';
const NAME = 'OwnSharing';
/** How the federation plugin brings its runtime in, with `virtualRuntimeEntry`. */
const RUNTIME_ENTRY = /^data:text\/javascript;charset=utf-8;base64,/;
/** The manifest counts from its own address, which is what we mean. */
const EXPECTED = /Manifest will use absolute path resolution via its host at runtime/;
const PACKAGE = /[\\/]node_modules[\\/]@module-federation[\\/]/;

/**
 * The package's runtime stays out of remotes: it would cost 18 to 38 kB (brotli) on a first load, for loading, versions and retries, all of
 * which the shell does. `sharing.ts` does what is left. The statistics are the package's own and nobody reads them.
 */
class OwnSharing implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    new webpack.NormalModuleReplacementPlugin(RUNTIME_ENTRY, join(import.meta.dirname, 'sharing.ts')).apply(compiler);
    compiler.hooks.infrastructureLog.tap(NAME, (_name, _type, args) => args?.some((said) => EXPECTED.test(String(said))) || undefined);
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
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

/** The two halves of federation that a remote needs: it exposes one module and takes libraries, and provides none. */
export const federation = (dir: string, container: string) => [
  new OwnSharing(),
  new ModuleFederationPlugin({
    name: container,
    library: { type: 'var', name: container },
    filename: 'remoteEntry.js',
    exposes: { './remote': { import: './src/remote.tsx', name: REMOTE_CHUNK } },
    shared: givenAtBoot(dir),
    shareStrategy: 'loaded-first',
    manifest: true,
    // Emits nothing under TypeScript 7.
    dts: false,
    // No file with a path of this machine in its name and in its bytes.
    virtualRuntimeEntry: true,
    experiments: { optimization: { disableSnapshot: true, disableRemote: true, target: 'web' } },
  }),
  new ConsumeSharedPlugin({ consumes: givenLater(dir) }),
];
