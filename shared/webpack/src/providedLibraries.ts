import { readFileSync } from 'node:fs';
import { findPackageJSON } from './workspace';

/** Libraries that the shell provides to every remote at start, so remotes do not bundle them. The shell types its exports with this. */
export const PROVIDED_AT_START = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'single-spa', 'react-router-dom'] as const;

/**
 * Libraries that the shell provides on request. The shell or several remotes use them, so a guard who moves between remotes loads them only
 * once. A remote also has its own copy, for a shell without the library or with another version. The names are also the shell's chunk
 * names.
 */
export const PROVIDED_ON_REQUEST = ['yup', 'moment'] as const;

const versionIn = (library: string, dir: string): string =>
  (JSON.parse(readFileSync(findPackageJSON(library, dir), 'utf8')) as { version: string }).version;

/** Library -> the version that is installed for the package in `dir`. A subpath has the version of its package. */
export const providedVersions = (dir: string): Record<string, string> =>
  Object.fromEntries(PROVIDED_AT_START.map((id) => [id, versionIn(id.split('/')[0] ?? id, dir)]));

/** Libraries that a remote always takes from the page, because it has no copy. */
export const providedAtStart = (dir: string) =>
  Object.fromEntries(
    Object.entries(providedVersions(dir)).map(([id, version]) => [
      id,
      { singleton: true, import: false as const, requiredVersion: `^${version}` },
    ]),
  );

/** Libraries that a remote takes from the page if available, or else from its own copy. */
export const providedOnRequest = (dir: string) =>
  Object.fromEntries(PROVIDED_ON_REQUEST.map((id) => [id, { requiredVersion: `^${versionIn(id, dir)}` }]));
