// Renames one column after another in an in-memory copy of platform/database/tables.ts, and prints as JSON the columns that no file of the API
// names: `node --import tsx api/test/tables/rename-check.ts`. All in one program, which rechecks only changed files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { apiDir, repoDir } from '../../src/platform/config/paths';

/** The tables of money, shifts and assignments. A column is renamed in its table and in its view. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  transactions: ['transactions'],
  withdrawals: ['withdrawals'],
  bank_details: ['bank_details'],
  shifts: ['shifts'],
  assignments: ['assignments', 'held_assignments'],
  breaks: ['breaks'],
};

const tables = join(apiDir, 'src/platform/database/tables.ts');
const text = readFileSync(tables, 'utf8');
const config = join(apiDir, 'tsconfig.renamed.json');
const files = readdirSync(join(apiDir, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /^(domains|platform)\/.*(?<!\.test)\.ts$/.test(path))
  .map((path) => join(apiDir, 'src', path))
  .filter((path) => path !== tables);
const sources = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));

const blockOf = (table: string) => new RegExp(`^  ${table}: \\{.*?\\};$`, 'ms');
const columnsOf = (table: string) =>
  [...(blockOf(table).exec(text)?.[0] ?? '').slice(table.length + 4).matchAll(/(\w+): /g)].map(([, column = '']) => column);
const without = (column: string, of: readonly string[]) =>
  of.reduce(
    (said, table) => said.replace(blockOf(table), (block) => block.replace(new RegExp(`\\b${column}: `), `renamed_${column}: `)),
    text,
  );

const virtual = new Map([[config, JSON.stringify({ extends: join(repoDir, 'tsconfig.json'), files, include: [] })]]);
const api = new API({
  cwd: repoDir,
  fs: { readFile: (path) => virtual.get(path), fileExists: (path) => virtual.has(path) || undefined },
});

/** The first file that does not compile any more; files that contain the word are checked first, the smallest first. */
function firstBroken(said: string, word: string): string | undefined {
  virtual.set(tables, said);
  const snapshot = api.updateSnapshot({ openProjects: [config], fileChanges: { changed: [tables] } });
  const program = snapshot.getProject(config)?.program;
  if (!program) throw new Error('The program was not made');
  const candidates = files.filter((path) => sources.get(path)?.includes(word));
  const broken = candidates.find((path) => program.getSemanticDiagnostics(path).length > 0);
  snapshot.dispose();
  return broken;
}

function main() {
  const unbroken = firstBroken(text, ' named(');
  if (unbroken) throw new Error(`${unbroken} does not compile as it is`);
  const all = Object.entries(renamed).flatMap(([table, of]) => columnsOf(table).map((column) => ({ table, column, of })));
  const unnamed = all.filter(({ column, of }) => !firstBroken(without(column, of), column));
  const columns = Object.fromEntries(Object.values(renamed).flatMap((of) => of.map((table) => [table, columnsOf(table)])));
  process.stdout.write(JSON.stringify({ columns, unnamed: unnamed.map(({ table, column }) => `${table}.${column}`) }));
}

try {
  main();
} finally {
  api.close();
}
