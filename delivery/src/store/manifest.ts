import type { ModuleManifest } from '@portal/mf-kit/module';
import { UserError } from '../errors';

const SHAPE = {
  name: 'string',
  version: 'string',
  container: 'string',
  entry: 'string',
  portal: 'number',
  routes: 'object',
  contracts: 'object',
  shared: 'object',
  files: 'object',
  preload: 'object',
  prerendered: 'object',
} as const satisfies Partial<Record<keyof ModuleManifest, string>>;

/** Names of a version's files become paths in the store and on the host, so they must not lead out of either. */
const SAFE_FILE = /^(?!\/)(?!.*\.\.)[\w./-]+$/;
export const isSafeFile = (file: string): boolean => SAFE_FILE.test(file);

function shapeProblem(given: unknown): string | null {
  if (typeof given !== 'object' || given === null) return 'it is no object';
  const manifest = given as Record<string, unknown>;
  for (const [key, type] of Object.entries(SHAPE)) if (typeof manifest[key] !== type || manifest[key] === null) return `it has no ${key}`;
  for (const [file, listed] of Object.entries(manifest.files as object)) {
    if (!isSafeFile(file)) return `a file may not be called ${JSON.stringify(file)}: letters, digits and . _ - / only`;
    if (typeof listed?.integrity !== 'string') return `${file} has no integrity`;
  }
  return null;
}

/** Parses a `module.json`; `place` is for the message. Throws if our build did not write it. All readers of manifests use this function. */
export function parseManifest(bytes: Uint8Array, place: string): ModuleManifest {
  let given: unknown;
  let why: string | null;
  try {
    given = JSON.parse(new TextDecoder().decode(bytes));
    why = shapeProblem(given);
  } catch (error) {
    why = (error as Error).message;
  }
  if (why !== null) throw new UserError(`${place} cannot be read (${why}): build again`);
  return given as ModuleManifest;
}
