import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compiler, WebpackPluginInstance } from 'webpack';
import LoadScriptRuntimeModule from 'webpack/lib/runtime/LoadScriptRuntimeModule.js';

const NAME = 'RegistryIntegrity';

/**
 * Each script and stylesheet that loads later gets its URL and hash from the shell, which throws for a file that the registry does not
 * list. The federation runtime has a hook for the entry only, so this plugin uses two hooks of webpack.
 */
export class RegistryIntegrity implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (source) => `${source}
script.src = globalThis.__portalUrl(url);
script.crossOrigin = 'anonymous';
script.integrity = globalThis.__portalIntegrity(url);`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        NAME,
        (source, { tag, href }) => `${source}
${tag}.href = globalThis.__portalUrl(${href});
${tag}.crossOrigin = 'anonymous';
${tag}.integrity = globalThis.__portalIntegrity(${href});`,
      );
    });
  }
}

/** Multiplies the deadline of each chunk by the patience of the page. The page of an older shell has none. */
export class ChunkPatience implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ChunkPatience', ({ outputOptions }) => {
      // The schema accepts a number only; the runtime takes over any expression.
      if (typeof outputOptions.chunkLoadTimeout === 'number')
        Object.assign(outputOptions, { chunkLoadTimeout: `${outputOptions.chunkLoadTimeout} * (globalThis.__portalPatience || 1)` });
    });
  }
}
