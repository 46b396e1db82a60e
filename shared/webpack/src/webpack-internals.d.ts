/** The one runtime part of webpack that has no public door: where its chunk loader makes a script element. */
declare module 'webpack/lib/runtime/LoadScriptRuntimeModule.js' {
  import type { Compilation } from 'webpack';

  const LoadScriptRuntimeModule: {
    getCompilationHooks(compilation: Compilation): { createScript: { tap(name: string, edit: (source: string) => string): void } };
  };
  export default LoadScriptRuntimeModule;
}
