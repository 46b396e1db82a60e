import { isCode, isTest, lineOf, stringsOf } from './sources.mjs';

const inContracts = (path) => path.startsWith('shared/contracts/');
// The host forwards a prefix, the API mounts one: neither names a call. The journeys' identity provider plays somebody else's API.
const mountsPrefix = (path) => /^(delivery\/src\/host\/|api\/src\/(platform\/|http-server\.ts)|e2e\/support\/provider\.ts)/.test(path);
const LONG = 24;

/** What the contracts say in words and links: texts with the file that owns them, and the portal's paths. */
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

/** A literal that spells one of the portal's links, with or without its key or query. */
function spellsLink(value, links) {
  const asked = value.split(/[?#]/)[0];
  return links.some(
    (link) => asked === link || (link.includes('/:') && asked.startsWith(`${link.split('/:')[0]}/`) && !asked.includes(' ')),
  );
}

/**
 * Literal API paths, browser links and texts that the contracts already own. Paths and links have one spelling so that
 * another guard API or another address is a change of one line; a text of the documents stands in exactly one source file.
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
      // A test may spell what the documents state: that is what it asserts.
      if (isTest(file)) continue;
      if (!inContracts(path) && !mountsPrefix(path) && /^(\/staff)?\/v1(\/|$)/.test(value)) report('no-literal-api-paths', value);
      if (!inContracts(path) && !path.startsWith('tools/') && spellsLink(value, links)) report('no-literal-links', value);
      const owner = texts.get(value);
      if (owner && owner !== path) report('texts-live-once', value);
    }
  }
  return breaches;
}
