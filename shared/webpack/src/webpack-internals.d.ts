/** The only internal part of webpack that we use: the place where its chunk loader creates a script element. */
declare module 'webpack/lib/runtime/LoadScriptRuntimeModule.js' {
  import type { Compilation } from 'webpack';

  const LoadScriptRuntimeModule: {
    getCompilationHooks(compilation: Compilation): { createScript: { tap(name: string, edit: (source: string) => string): void } };
  };
  export default LoadScriptRuntimeModule;
}
