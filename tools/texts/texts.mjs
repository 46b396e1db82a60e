// An apostrophe inside a word is a letter of the text.
const QUOTED = /(?<!\w)'((?:[^']|'(?=\w))+)'(?!\w)/g;

/** The texts that the ledger quotes, as `Map(text -> ids)`. Takes the text of requirements.tsv. */
export function textsOf(ledger) {
  const texts = new Map();
  for (const row of ledger.trim().split('\n').slice(1)) {
    const [id, , , requirement] = row.split('\t');
    for (const [, text] of requirement.matchAll(QUOTED)) texts.set(text, [...(texts.get(text) ?? []), id]);
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
