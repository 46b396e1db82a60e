import { lineOf } from './sources.mjs';

/** So many remotes named within so many characters are a list, or most of one. */
const MANY = 4;
const NEAR = 300;

// What is written for people, what each journey is of, what each remote shows of the ledger, and the portals that tests of the delivery make up: none
// of them decides what is built or tested.
const speaksOfThem = (path) =>
  /\.(md|tsv)$|^delivery\/.*\.test\.ts$/.test(path) || ['e2e/specs.json', 'docs/ledger/shown.json', 'package-lock.json'].includes(path);

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

/** A list of the remotes written by hand: the next one would be missing there. `remotesIn` of @portal/webpack/remotes reads the folders. */
export function checkRemotes(files) {
  const names = new Set(files.flatMap(({ path }) => /^(mf-[^/]+)\/module\.ts$/.exec(path)?.[1] ?? []));
  return files.flatMap(({ path, text }) => {
    const list = speaksOfThem(path) ? null : listIn(text, names);
    return list ? [{ rule: 'remotes-are-listed-nowhere', file: path, line: lineOf(text, list[0]), says: list.join(', ') }] : [];
  });
}
