import { readFileSync } from 'node:fs';
import { findPackageJSON } from './workspace';

/** What the shell hands to every remote at boot; remotes bundle none of it. The shell's list of exports is typed by the same names. */
export const GIVEN = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'single-spa', 'react-router-dom'] as const;

/** Library -> the version installed for the package in `dir`. Subpaths count as their package. */
export function givenVersions(dir: string): Record<string, string> {
  return Object.fromEntries(
    GIVEN.map((id) => {
      const library = id.split('/')[0] ?? id;
      const { version } = JSON.parse(readFileSync(findPackageJSON(library, dir), 'utf8')) as { version: string };
      return [id, version];
    }),
  );
}
