import { isCode, isTest, lineOf, stringsOf } from '../source-files.mjs';

const inContracts = (path) => path.startsWith('shared/contracts/');
// The host forwards a prefix and the API mounts one. The journeys' identity provider simulates a foreign API.
const mountsPrefix = (path) => /^(delivery\/src\/host\/|api\/src\/(platform\/|http-server\.ts)|e2e\/support\/provider\.ts)/.test(path);
const LONG = 24;

/** The contracts' long texts, each with its file, and the portal's paths. */
function readContracts(sources) {
  const links = [];
  const texts = new Map();
  for (const { file, strings } of sources) {
    if (!inContracts(file.path) || isTest(file)) continue;
    for (const value of strings) {
      if (file.path.endsWith('.paths.ts') && value.startsWith('/')) links.push(value);
      else if (value.length >= LONG && value.includes(' ') && !value.startsWith('/')) texts.set(value, texts.get(value) ?? file.path);
    }
  }
  return { links: links.filter((link) => link !== '/'), texts };
}

/** True for a literal that contains one of the portal's links, with or without its parameter or query. */
function spellsLink(value, links) {
  const asked = value.split(/[?#]/)[0];
  return links.some(
    (link) => asked === link || (link.includes('/:') && asked.startsWith(`${link.split('/:')[0]}/`) && !asked.includes(' ')),
  );
}

/**
 * Finds literal API paths, links and texts that the contracts already define. With one definition per path, a changed address is a change of one
 * line. A text of the documents must be in exactly one source file.
 */
export function checkLiterals(files) {
  const sources = files.filter(isCode).map((file) => ({ file, strings: stringsOf(file) }));
  const { links, texts } = readContracts(sources);
  const breaches = [];
  for (const { file, strings } of sources) {
    const { path, text } = file;
    const report = (rule, value) =>
      breaches.push({ rule, file: path, line: lineOf(text, value), says: JSON.stringify(value.slice(0, 60)) });
    for (const value of new Set(strings)) {
      // A test may contain the documents' texts, because it asserts them.
      if (isTest(file)) continue;
      if (!inContracts(path) && !mountsPrefix(path) && /^(\/staff)?\/v1(\/|$)/.test(value)) report('no-literal-api-paths', value);
      if (!inContracts(path) && !/^(tools|lab)\//.test(path) && spellsLink(value, links)) report('no-literal-links', value);
      const owner = texts.get(value);
      if (owner && owner !== path) report('texts-live-once', value);
    }
  }
  return breaches;
}
