import { sql } from 'kysely';
import { startApi, type TestApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { dataClassification, type Level, levels } from './data-classification';
import { deletionEffects } from './deletion.repository';
import { excludedColumns, excludedTables, exportQueries } from './export.queries';

let api: TestApi;
/** Tables with the id of a guard in their rows. */
let named: string[];
/** These tables, `guards`, and tables that refer to one of them, with their columns. */
let columns: Map<string, string[]>;

beforeAll(async () => {
  api = await startApi();
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('guard_id', 'owner_id') order by name`.execute(db());
  named = rows.map(({ name }) => name);
  const all = await sql<{ name: string; columns: string[] }>`
    with recursive theirs as (
      select unnest(${[...named, 'guards']}::text[])::regclass as oid
      union select conrelid::regclass from pg_constraint join theirs on confrelid = theirs.oid where contype = 'f')
    select oid::text as name, array(select attname::text from pg_attribute a where a.attrelid = theirs.oid and attnum > 0 and not attisdropped
      order by attnum) as columns from theirs`.execute(db());
  columns = new Map(all.rows.map((table) => [table.name, table.columns]));
});
afterAll(() => api.stop());

/** Whether a query names a column of a table: by the alias that it gave to the table, or without one. */
function says(query: string, table: string, column: string): boolean {
  const [, alias = ''] = new RegExp(`\\b(?:from|join) ${table}\\b(?: (?!where|join|left|on\\b|order|group)(\\w+))?`).exec(query) ?? [];
  if (!new RegExp(`\\b(?:from|join) ${table}\\b`).test(query)) return false;
  return new RegExp(alias ? `\\b${alias}\\."?${column}\\b` : `(?<![.\\w])"?${column}\\b`).test(query.replace(/ as "\w+"/g, ''));
}

it('a deletion has a rule for every table that has rows of a guard', () => {
  expect(Object.keys(deletionEffects).sort()).toEqual([...named].sort());
});

it('a copy has every column of every table with data of a guard, or a reason to leave it out', () => {
  const undecided = [...columns]
    .filter(([table]) => !(table in excludedTables))
    .flatMap(([table, names]) => names.map((column) => ({ table, column })))
    .filter(({ table, column }) => !exportQueries.some(({ query }) => says(query, table, column)))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !(name in excludedColumns) && !(`*.${name.split('.')[1]}` in excludedColumns));
  expect(undecided).toEqual([]);
});

it('the tables and columns that a copy leaves out exist, and are not in the copy', () => {
  expect(Object.keys(excludedTables).filter((table) => !columns.has(table))).toEqual([]);
  const known = [...columns].flatMap(([table, names]) => names.map((column) => `${table}.${column}`));
  const named = Object.keys(excludedColumns).filter((name) => !name.startsWith('*.'));
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  const copied = named.filter((name) => {
    const [table = '', column = ''] = name.split('.');
    return exportQueries.some(({ query }) => says(query, table, column));
  });
  expect(copied).toEqual([]);
});

it('a new column needs a decision', () => {
  const [query = ''] = ['select a.title, a."from" as "since" from leaves a join jobs j on j.id = a.job_id where a.guard_id = $1'];
  expect(['title', 'from', 'job_id', 'since', 'id'].map((column) => says(query, 'leaves', column))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(says('select since from leaves where guard_id = $1', 'leaves', 'since')).toBe(true);
  expect(says('select since from other where guard_id = $1', 'leaves', 'since')).toBe(false);
});

describe('the protection of stored data', () => {
  const columnsAt = (table: string, level: Level) => dataClassification[table]?.[level]?.split(/\s+/) ?? [];
  const at = (...wanted: Level[]) =>
    Object.keys(dataClassification).flatMap((table) =>
      wanted.flatMap((level) => columnsAt(table, level).map((column) => `${table}.${column}`)),
    );
  const everyLevel = Object.keys(levels) as Level[];

  it('every column of the database has one level', async () => {
    const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' order by 1`.execute(db());
    expect(at(...everyLevel).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('columns named like a password, token, secret, code or key are secret, except two flags', () => {
    const telling = at(...everyLevel).filter((name) => /(?:password|token|secret|code|key)_hash$|(?:password|token|secret)$/.test(name));
    expect(telling.filter((name) => !at('secret').includes(name))).toEqual(['guards.has_password', 'outgoing_messages.is_secret']);
  });

  it('no copy has a secret, and the audit of staff neither secrets nor encrypted numbers', async () => {
    const copied = at('secret').filter((name) => {
      const [table = '', column = ''] = name.split('.');
      return exportQueries.some(({ query }) => says(query, table, column));
    });
    expect(copied).toEqual([]);
    const { rows } = await sql<{ name: string }>`select tgrelid::regclass || '.' || rtrim(kept, '*') as name from pg_trigger,
      unnest(string_to_array(encode(tgargs, 'escape'), '\\000')) as kept where tgname = 'staff_changes'`.execute(db());
    const kept = rows.map(({ name }) => name);
    expect(kept).toContain('guards.status');
    expect(kept.filter((name) => at('secret', 'sealed').includes(name))).toEqual([]);
  });

  it('encrypted columns are bytes, except the columns that hold only the last digits of an encrypted value', async () => {
    const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`.execute(db());
    const bytes = rows.map(({ name }) => name);
    const beside = ['bank_transit_number', 'bank_institution', 'bank_account_number'].map((column) => `guards.${column}`);
    expect(
      at('sealed')
        .filter((name) => !bytes.includes(name))
        .sort(),
    ).toEqual(beside.sort());
    expect(
      bytes.filter((name) => name.endsWith('.sealed') || name.endsWith('_sealed')).filter((name) => !at('sealed').includes(name)),
    ).toEqual([]);
  });
});
