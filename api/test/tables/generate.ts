import pg from 'pg';
import type { Connection } from '../../src/platform/database/db';

/** The type that the parsers of `platform/database/db.ts` return for each PostgreSQL type. */
const types: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  time: 'string',
  timestamptz: 'string',
  tstzrange: 'string',
  uuid: 'string',
};

/** Types of columns that the database does not know. */
const shapes: Readonly<Record<string, string>> = { 'guards.notification_settings': "Guard['notificationSettings']" };

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isGenerated: boolean;
  isOfView: boolean;
  /** The check constraint with the allowed values, if there is one. */
  words: string | null;
}

/**
 * A view does not know which of its columns can be null, so that is read from the column of the same name in its table. Objects of an
 * extension are left out.
 */
const catalogue = `
  with found as (
    select c.oid, c.relname, c.relkind, a.attname, a.attnum, t.typname, a.attnotnull, a.atthasdef, a.attgenerated, a.attidentity,
      (select min(pg_get_constraintdef(k.oid)) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like 'CHECK ((' || a.attname || ' = ANY (ARRAY[%::text])))') as words
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p', 'v') and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
  select f.relname as table, f.attname as name, f.typname as type, f.relkind = 'v' as "isOfView",
    not coalesce(o.attnotnull, f.attnotnull) as "isNullable", coalesce(o.words, f.words) as words,
    f.atthasdef or f.attidentity <> '' as "hasDefault", f.attgenerated <> '' or f.attidentity = 'a' as "isGenerated"
  from found f left join lateral (
      select bool_and(read.attnotnull) as attnotnull, min(read.words) as words from found read where read.attname = f.attname and read.oid in (
        select d.refobjid from pg_rewrite r join pg_depend d on d.objid = r.oid and d.refobjid <> f.oid where r.ev_class = f.oid)) o on f.relkind = 'v'
  order by f.relname, f.attnum`;

function typeOf({ table, name, type, words }: Column): string {
  if (words) return [...words.matchAll(/'([^']+)'::text/g)].map(([, word]) => `'${word}'`).join(' | ');
  const isList = type.startsWith('_');
  const found = shapes[`${table}.${name}`] ?? types[isList ? type.slice(1) : type];
  if (!found) throw new Error(`${table}.${name} is of the type ${type}: say in test/tables/generate.ts what our parsers make of it`);
  return isList ? `${found}[]` : found;
}

function member(column: Column): string {
  const { name, isNullable, hasDefault, isGenerated, isOfView } = column;
  const found = typeOf(column);
  const type = isNullable && found !== 'unknown' ? `${found} | null` : found;
  if (isOfView) return `${name}: ReadOnly<${type}>;`;
  if (isGenerated) return `${name}: GeneratedAlways<${type}>;`;
  return `${name}: ${hasDefault ? `Generated<${type}>` : type};`;
}

const WIDTH = 140;

/** A table on one line, or with as many columns on each line as fit. */
function table(name: string, members: readonly string[]): string {
  const short = `  ${name}: { ${members.join(' ').slice(0, -1)} };`;
  if (short.length <= WIDTH) return short;
  const lines: string[] = [];
  for (const one of members) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + one.length <= WIDTH) lines[lines.length - 1] = `${last} ${one}`;
    else lines.push(`    ${one}`);
  }
  return `  ${name}: {\n${lines.join('\n')}\n  };`;
}

const head = `// Written by \`npm run db:types -w api\` from the migrated database: change a migration, never this file.
import type { Guard } from '@portal/contracts/_kernel/guard';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A column of a view. */
type ReadOnly<Type> = ColumnType<Type, never, never>;

/** Every table and view after the migrations, with the types of reads and writes of their columns. */
export interface Tables {
`;

/** The text of `platform/database/tables.ts` for a migrated database. */
export async function writtenTables(connection: Connection): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<Column>(catalogue);
    const names = [...new Set(rows.map((column) => column.table))];
    const columnsOf = (name: string) => rows.filter((column) => column.table === name).map(member);
    return `${head}${names.map((name) => table(name, columnsOf(name))).join('\n')}\n}\n`;
  } finally {
    await client.end();
  }
}
