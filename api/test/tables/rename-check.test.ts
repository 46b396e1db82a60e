import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { apiDir } from '../../src/platform/config/paths';

/** Columns that no statement of the API names, and the reason. */
const nobodyNames: Readonly<Record<string, string>> = {
  'assignments.during': 'triggers keep it, for the constraint that a guard is in one place at a time',
};

interface Found {
  columns: Readonly<Record<string, readonly string[]>>;
  unnamed: readonly string[];
}

const found = JSON.parse(
  execFileSync(process.execPath, ['--import', 'tsx', join(__dirname, 'rename-check.ts')], {
    encoding: 'utf8',
    timeout: 60_000,
    cwd: apiDir,
  }),
) as Found;

test('a renamed column of money, shifts or assignments does not compile', () => {
  expect(Object.values(found.columns).flat().length).toBeGreaterThan(50);
  expect(found.unnamed).toEqual(Object.keys(nobodyNames));
});

interface Syntax {
  type?: string;
  [key: string]: unknown;
}
interface Template extends Syntax {
  quasis: { raw: string }[];
  expressions: Syntax[];
}

const isSyntax = (value: unknown): value is Syntax => typeof value === 'object' && value !== null;
const every = (value: unknown): Syntax[] => {
  if (!isSyntax(value)) return [];
  const below = Object.values(value).flatMap(every);
  return value.type ? [value, ...below] : below;
};
const nameOf = (expression: Syntax): string | undefined =>
  (expression.type === 'MemberExpression' ? (expression.object as Syntax) : expression).value as string | undefined;

/** The column names in the statements of a file: words with an underscore that are not aliases given by `as`. */
function inText(text: string): string[] {
  const tableOf = new Map([...text.matchAll(/const (\w+) = named\('(\w+)'/g)].map(([, name = '', table = '']) => [name, table]));
  const templates = every(parseSync(text, { syntax: 'typescript', target: 'es2022' }).body).filter(
    (one): one is Template => one.type === 'TemplateLiteral',
  );
  return templates.flatMap(({ quasis, expressions }) => {
    const columns = expressions.flatMap((one) => found.columns[tableOf.get(nameOf(one) ?? '') ?? ''] ?? []);
    const said = quasis.map(({ raw }) => raw.replace(/\bas \w+/g, '')).join(' ');
    return columns.filter((column) => column.includes('_') && new RegExp(`\\b${column}\\b`).test(said));
  });
}

const domains = join(apiDir, 'src/domains');
test.each(readdirSync(domains, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(repository|rows)\.ts$/.test(path)))(
  '%s names no column of these tables in text',
  (path) => {
    expect(inText(readFileSync(join(domains, path), 'utf8'))).toEqual([]);
  },
);
