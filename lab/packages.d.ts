// The packages of the lab in files that the root's tsc checks without them. `npm run lab -- types` checks all files with the packages' own types.
declare module '@stryker-mutator/core';
declare module 'lighthouse';
declare module 'lighthouse/core/config/constants.js';
declare module 'lighthouse/core/config/desktop-config.js';
declare module 'lighthouse/core/lib/page-functions.js' {
  export const pageFunctions: { computeBenchmarkIndex: () => number };
}
