// An apostrophe inside a word belongs to the text.
const QUOTED = /(?<!\w)'((?:[^']|'(?=\w))+)'(?!\w)/g;

const rowsOf = (tsv) =>
  tsv
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'));

/**
 * The texts that the requirements and the clauses of their decisions quote, as `Map(text -> ids)`. Skips requirements that state a conflict, because
 * their clauses quote the decided text. Takes the texts of requirements.tsv and clauses.tsv.
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

/** The text with another last letter, so that a test of its start or of a part fails too. */
export const misspell = (text) => text.replace(/\p{L}(?=\P{L}*$)/u, (letter) => (letter.toLowerCase() === 'x' ? 'z' : 'x'));

/**
 * Returns the source with this text misspelt. A text of three or more words is found also inside a longer one; a shorter one only as a whole literal
 * or JSX text.
 */
export function spoil(source, text) {
  const written = escaped(text).replaceAll("'", "\\\\?(?:'|&apos;)").replaceAll('&', '(?:&|&amp;)').replaceAll(' ', '\\s+');
  const isLong = text.split(' ').length >= LONG;
  const around = isLong ? ['', ''] : ['(?<=[\'"`]|>\\s*)', '(?=[\'"`]|\\s*<)'];
  return source.replace(new RegExp(around[0] + written + around[1], 'gu'), misspell);
}
