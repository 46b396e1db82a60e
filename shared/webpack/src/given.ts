import { readFileSync } from 'node:fs';
import { findPackageJSON } from './workspace';

/** Libraries that the shell provides to every remote at start, so remotes do not bundle them. The shell types its exports with this. */
export const GIVEN = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'single-spa', 'react-router-dom'] as const;

/**
 * Libraries that the shell provides on request. The shell or several remotes use them, so a guard who moves between remotes loads them only
 * once. A remote also has its own copy, for a shell without the library or with another version. The names are also the shell's chunk
 * names.
 */
export const GIVEN_LATER = ['yup', 'moment'] as const;

const versionIn = (library: string, dir: string): string =>
  (JSON.parse(readFileSync(findPackageJSON(library, dir), 'utf8')) as { version: string }).version;

/** Library -> the version that is installed for the package in `dir`. A subpath has the version of its package. */
export const givenVersions = (dir: string): Record<string, string> =>
  Object.fromEntries(GIVEN.map((id) => [id, versionIn(id.split('/')[0] ?? id, dir)]));

/** Libraries that a remote always takes from the page, because it has no copy. */
export const givenAtBoot = (dir: string) =>
  Object.fromEntries(
    Object.entries(givenVersions(dir)).map(([id, version]) => [
      id,
      { singleton: true, import: false as const, requiredVersion: `^${version}` },
    ]),
  );

/** Libraries that a remote takes from the page if available, or else from its own copy. */
export const givenLater = (dir: string) => Object.fromEntries(GIVEN_LATER.map((id) => [id, { requiredVersion: `^${versionIn(id, dir)}` }]));
