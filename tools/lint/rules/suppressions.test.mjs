import { findSuppressions } from './suppressions.mjs';

const spec = (text, path = 'a.test.ts') => findSuppressions({ path, text });

test.each([
  "it.skip('later', () => {});",
  "it.only('this', () => {});",
  "it.only.each([1])('this', () => {});",
  "test.fixme('later', () => {});",
  "it.todo('later');",
  "it.failing('red', () => {});",
  'test.fail();',
  "xit('later', () => {});",
  "xtest('later', () => {});",
  "xdescribe('later', () => {});",
  "fit('this', () => {});",
  "fdescribe('this', () => {});",
  'jest.retryTimes(3);',
  'export default { retries: 2 };',
  'await page.waitForTimeout(500);',
  'expect(true).toBe(true);',
  '// @ts-nocheck',
])('finds %s', (line) => {
  expect(spec(`\n${line}\n`)).toBeDefined();
});

test.each(['a.spec.ts', 'a.test.tsx', 'tools/a.mjs', 'a.cjs', 'a.js'])('checks %s', (path) => {
  expect(spec("it.skip('later', () => {});", path)).toBe('.skip(');
});

test.each([
  ['without a reason', '// biome-ignore lint/correctness/useExhaustiveDependencies: ', 'a.tsx'],
  ['with a reason of one word', '// biome-ignore lint/correctness/useExhaustiveDependencies: needed', 'a.tsx'],
  ['of a rule that is not excusable', '// biome-ignore lint/suspicious/noExplicitAny: the library is like that', 'a.ts'],
  ['of everything', '// biome-ignore lint: the linter is wrong about this file', 'a.ts'],
  ['of a whole file', '// biome-ignore-all lint/style/useConst: it was so when I came', 'a.mjs'],
])('finds a disabled linter rule %s', (_what, line, path) => {
  expect(spec(line, path)).toBe(line.trim());
});

test.each([
  ['an exception with reason', '{/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox brings its own checked state */}', 'a.tsx'],
  ['a query that retries', 'export const options = { retries: 2 };', 'a.ts'],
  ['other words', 'process.exit(1); error && styles.failing; args.only; unfit(1);', 'a.ts'],
  ['prose', 'biome-ignore, it.skip() and xit() are named here', 'a.md'],
])('accepts %s', (_what, line, path) => {
  expect(spec(line, path)).toBeUndefined();
});
