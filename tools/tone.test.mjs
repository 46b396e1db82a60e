import { resolve } from 'node:path';
import { isCode, isForStaff, isTest, readTree, textsOf } from './lint/source-files.mjs';

const MOST_WORDS = 20;
const isCopy = (file) =>
  isCode(file) &&
  !isTest(file) &&
  !isForStaff(file) &&
  /^(shell|mf-[^/]+|shared\/(?:contracts|forms|ui|mf-kit|maps|thread))\/src\/|^api\/seed\/pages\.ts$/.test(file.path);
const wordsOf = (sentence) => sentence.split(/\s+/).filter((part) => /[\p{L}\d]/u.test(part));
/** Excludes texts without punctuation, such as lists of element names, and queries. */
const sentencesOf = (text) =>
  text
    .split(/(?<=[.!?])\s+|\n\s*\n|<[^>]+>/)
    .filter((part) => /\p{L}{2,} \p{L}{2,}/u.test(part) && /[.,:;!?]/.test(part) && !part.startsWith('insert into '));
const longOf = (text) => sentencesOf(text).filter((sentence) => wordsOf(sentence).length > MOST_WORDS);

it('sentences are split at their punctuation, and a template value counts as one word', () => {
  const words = (count) => Array(count).fill('word').join(' ');
  const template = { path: 'a.ts', text: `const a = (b) => \`${words(10)} \${b}, ${words(10)}.\`;` };
  expect(longOf(`${words(20)}. ${words(20)}? ${words(20)}, no.`)).toEqual([`${words(20)}, no.`]);
  expect(textsOf(template).flatMap(longOf)).toEqual([`${words(10)} 0, ${words(10)}.`]);
});

it('no sentence of our screens, messages and mails has more than 20 words', () => {
  const files = readTree(resolve(import.meta.dirname, '..')).filter(isCopy);
  expect(files.length).toBeGreaterThan(300);
  expect(
    files.flatMap((file) =>
      textsOf(file)
        .flatMap(longOf)
        .map((sentence) => `${file.path}: ${sentence}`),
    ),
  ).toEqual([]);
});
