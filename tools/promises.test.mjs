import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isCode, isForStaff, isTest, readTree, stringsOf } from './lint/source-files.mjs';

const root = resolve(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/ledger/promises.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t'));
const plain = (text) => text.replaceAll("\\'", "'").replace(/\s+/g, ' ');
const files = new Map(readTree(root).map((file) => [file.path, file]));
const has = (path, text) => plain(files.get(path)?.text ?? '').includes(text);

/** Words of a promise: future acts, deadlines, and data that is stored. */
const PROMISE = new RegExp(
  [
    String.raw`\b[Ww]e (?:will |then )?(?:send|notify|e-mail|remind|keep|reply|add you|delete|let|tell|call|check|look at|ask for|count|give it)\b`,
    String.raw`\b[Ww]e (?:only need|do not sell)\b`,
    // A future act of the guard is no promise of the portal.
    String.raw`(?<!\b(?:I|you|or) )\bwill\b`,
    // Excludes questions such as "How do you get to work?".
    String.raw`(?<!\b(?:do|how|[Ww]hat) )\b[Yy]ou get\b`,
    String.raw`(?<!as )\bwithin\b|\bas soon as\b|\balways\b|\bstays\b|\beverything we\b|\btaken back until\b`,
    String.raw`\bback online\b|\bautomatically\b|\b[Yy]ou can take (?:this|it)\b|\b(?:good|kept|saved|valid) (?:for|on this|until)\b`,
    String.raw`\bcount twice\b|\bappears? here\b|\b[Oo]nly you and\b`,
  ].join('|'),
);
const isProduct = ({ path }) =>
  !isForStaff({ path }) &&
  /^(shell|mf-[^/]+|shared\/(?:contracts|forms|ui|mf-kit|maps|thread))\/src\/|^api\/(?:src\/domains\/|seed\/pages)/.test(path);

it('the words of each promise are in its source, and its test has the title', () => {
  expect(rows.length).toBeGreaterThan(200);
  const lost = rows.filter(
    ([words, source, test, title]) => !has(source, words) || (test === '-' ? !/^(documents|people): /.test(title) : !has(test, title)),
  );
  expect(lost).toEqual([]);
});

it('each text of a screen or a message that promises something is listed', () => {
  const listed = (path, text) => rows.some(([words, source]) => source === path && text.includes(words));
  const missing = [...files.values()]
    .filter((file) => isCode(file) && !isTest(file) && !/\/test[A-Z]|\.fixture\.|\/testing\//.test(file.path) && isProduct(file))
    .flatMap((file) =>
      stringsOf(file)
        .map(plain)
        .filter((text) => PROMISE.test(text) && /[a-z] [a-z]/.test(text) && !listed(file.path, text))
        .map((text) => `${file.path}: ${text}`),
    );
  expect(missing).toEqual([]);
});
