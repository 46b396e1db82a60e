/** Declarations by path, as `mf-kit/portal.d.ts`. */
export type StoredTypes = Record<string, string>;

const SAFE_FILE = /^(?!.*\.\.)(mf-kit|contracts)\/[\w./-]+\.d\.ts$/;

/** The types of a version, of which each becomes a file. Throws if a path could lead out of their folder, or a declaration is no text. */
export function parseTypes(text: string): StoredTypes {
  const given: unknown = JSON.parse(text);
  if (typeof given !== 'object' || given === null) throw new Error('it is no object');
  for (const [file, declaration] of Object.entries(given)) {
    if (!SAFE_FILE.test(file)) throw new Error(`no declaration may be called ${JSON.stringify(file)}`);
    if (typeof declaration !== 'string') throw new Error(`${file} is no text`);
  }
  return given as StoredTypes;
}
