import { lineOf } from '../source-files.mjs';

/** This many remotes within this many characters are considered a list. */
const MANY = 4;
const NEAR = 300;

// Excludes documents, the table of journeys, the requirement counts per remote, the proofs, the lock, and invented portals in tests of the delivery: none of
// them decides which remotes are built or tested.
const speaksOfThem = (path) =>
  /\.(md|tsv)$|^delivery\/.*\.test\.ts$/.test(path) ||
  ['e2e/specs.json', 'docs/ledger/shown.json', 'docs/ledger/proofs.json', 'package-lock.json'].includes(path);

/** The names of the first list in a text, or null. */
function listIn(text, names) {
  const found = [...text.matchAll(/\bmf(?:-[a-z][a-z0-9]*)+/g)].filter(([name]) => names.has(name));
  for (const first of found) {
    const near = found.filter(({ index }) => index >= first.index && index < first.index + NEAR).map(([name]) => name);
    const together = [...new Set(near)];
    if (together.length >= MANY) return together;
  }
  return null;
}

/** Finds handwritten lists of the remotes, in which a new remote would be missing. `remotesIn` of @portal/webpack/remotes reads the folders. */
export function checkRemotes(files) {
  const names = new Set(files.flatMap(({ path }) => /^(mf-[^/]+)\/module\.ts$/.exec(path)?.[1] ?? []));
  return files.flatMap(({ path, text }) => {
    const list = speaksOfThem(path) ? null : listIn(text, names);
    return list ? [{ rule: 'remotes-are-listed-nowhere', file: path, line: lineOf(text, list[0]), says: list.join(', ') }] : [];
  });
}
