import { readFileSync } from 'node:fs';
import { findPackageJSON } from './workspace';

/** What the shell hands to every remote at boot; remotes bundle none of it. The shell's list of exports is typed by the same names. */
export const GIVEN = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'single-spa', 'react-router-dom'] as const;

/**
 * What the shell hands over when a remote asks: what the shell itself needs too, or what every remote shows its times with, so that a
 * guard who goes from one remote to another never loads it twice.
 * A remote carries a copy of its own for a shell that gives none, or another version. The names are also the shell's chunk names.
 */
export const GIVEN_LATER = ['yup', 'moment'] as const;

const versionIn = (library: string, dir: string): string =>
  (JSON.parse(readFileSync(findPackageJSON(library, dir), 'utf8')) as { version: string }).version;

/** Library -> the version installed for the package in `dir`. Subpaths count as their package. */
export const givenVersions = (dir: string): Record<string, string> =>
  Object.fromEntries(GIVEN.map((id) => [id, versionIn(id.split('/')[0] ?? id, dir)]));

/** What a remote always takes from the page: it has no copy of its own. */
export const givenAtBoot = (dir: string) =>
  Object.fromEntries(
    Object.entries(givenVersions(dir)).map(([id, version]) => [
      id,
      { singleton: true, import: false as const, requiredVersion: `^${version}` },
    ]),
  );

/** What a remote takes from a page that has it, else from its own copy. */
export const givenLater = (dir: string) => Object.fromEntries(GIVEN_LATER.map((id) => [id, { requiredVersion: `^${versionIn(id, dir)}` }]));
