// An apostrophe inside a word is a letter of the text.
const QUOTED = /(?<!\w)'((?:[^']|'(?=\w))+)'(?!\w)/g;

const rowsOf = (tsv) =>
  tsv
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'));

/**
 * The texts that the ledger and the clauses of its decisions quote, as `Map(text -> ids)`. A row of a conflict quotes what may be
 * stated; its clauses quote what is. Takes the texts of requirements.tsv and clauses.tsv.
 */
export function textsOf(ledger, clauses) {
  const stated = rowsOf(ledger).map(([id, , , requirement]) => [id, requirement]);
  const decided = rowsOf(clauses).map(([clause, , statement]) => [clause, statement]);
  const texts = new Map();
  for (const [id, statement] of [...stated, ...decided]) {
    if (statement.startsWith('CONFLICT:')) continue;
    for (const [, text] of statement.matchAll(QUOTED)) texts.set(text, [...new Set([...(texts.get(text) ?? []), id])]);
  }
  return texts;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const LONG = 3;

/** The text with another last letter: what only begins like it, or is asserted in part, does not pass for it. */
export const misspelt = (text) => text.replace(/\p{L}(?=\P{L}*$)/u, (letter) => (letter.toLowerCase() === 'x' ? 'z' : 'x'));

/** A source in which this text is misspelt: a whole literal or JSX text, of a long text a part of one, too. */
export function spoil(source, text) {
  const written = escaped(text).replaceAll("'", "\\\\?(?:'|&apos;)").replaceAll('&', '(?:&|&amp;)').replaceAll(' ', '\\s+');
  const isLong = text.split(' ').length >= LONG;
  const around = isLong ? ['', ''] : ['(?<=[\'"`]|>\\s*)', '(?=[\'"`]|\\s*<)'];
  return source.replace(new RegExp(around[0] + written + around[1], 'gu'), misspelt);
}
