import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import pg from 'pg';
import { createTestDatabase, executeStatements, type TestDatabase } from '../../../test/database';
import { apiDir } from '../config/paths';
import { migrate } from './migrate';

const BASELINE = '0001_baseline.sql';
/** Name and sha256 of each migration that the baseline replaces. */
const record = readFileSync(join(apiDir, 'test/record-before-baseline.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split(' ') as [name: string, sha256: string]);
/** Of `catalogue` after these migrations, on 2026-11-30, without the record itself. */
const CATALOGUE_BEFORE = '1f0afe2e8175dce08ade33b6f1493c53fbaf59a3639954a4775f6e4929584730';

let database: TestDatabase;
let folder: string;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  await executeStatements(database.connection, 'drop schema public cascade', 'create schema public');
  folder = temporaryFolder('baseline');
  copyFileSync(join(apiDir, 'migrations', BASELINE), join(folder, BASELINE));
  client = new pg.Client(database.connection);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
  dropFolder(folder);
});

const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
const run = () => migrate(database.connection, folder);
const recorded = async () => (await rows<{ name: string }>('select name from schema_migrations order by name')).map(({ name }) => name);
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** A database as these migrations left it: with the schema of the baseline, and without its lists, which would show a second run. */
async function migratedBefore(applied: typeof record): Promise<void> {
  await run();
  await client.query('delete from schema_migrations; delete from injury_types');
  for (const [name, sha256] of applied) await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
}

const catalogue = `
  with own as (
    select c.oid, c.relname, c.relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      and c.relname not like 'schema_migrations%'
  ), listed (line) as (
    select format('extension %s %s', extname, extnamespace::regnamespace) from pg_extension
    union all select format('relation %s %s %s %s', o.relkind, o.relname, c.reloptions, c.relpersistence) from own o join pg_class c using (oid) where o.relkind <> 'i'
    union all select format('column %s %s %s %s notnull=%s default=%s identity=%s generated=%s collation=%s', o.relname,
        row_number() over (partition by o.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attcollation::regcollation)
      from own o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum
      where o.relkind in ('r', 'v')
    union all select format('constraint %s %s %s %s %s %s', o.relname, k.conname, pg_get_constraintdef(k.oid), k.condeferrable, k.condeferred, k.convalidated)
      from own o join pg_constraint k on k.conrelid = o.oid where k.contype <> 'n'
    union all select format('index %s valid=%s', pg_get_indexdef(o.oid), i.indisvalid) from own o join pg_index i on i.indexrelid = o.oid
    union all select format('view %s %s', o.relname, pg_get_viewdef(o.oid)) from own o where o.relkind = 'v'
    union all select format('sequence %s %s %s %s %s %s %s', s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcycle)
      from pg_sequence s join own o on o.oid = s.seqrelid
    union all select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select format('trigger %s %s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t join own o on o.oid = t.tgrelid where not t.tgisinternal
    union all select format('type %s %s', t.typname, t.typtype) from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'r')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    union all select format('comment %s %s %s', d.classoid::regclass, coalesce(d.objoid::regclass::text), d.description) from pg_description d join own o on o.oid = d.objoid
    union all select format('rule %s %s', r.rulename, o.relname) from pg_rewrite r join own o on o.oid = r.ev_class
    union all select format('policy %s', p.polname) from pg_policy p
  )
  select line from listed order by line collate "C"`;

it('an empty database gets the baseline, with the lists that the portal needs', async () => {
  expect(await run()).toEqual({ ran: [BASELINE], newer: [] });
  expect(await recorded()).toEqual([BASELINE]);
  const tables = ['specialities', 'cancellation_reasons', 'end_job_reasons', 'break_reasons', 'injury_types'];
  const counts = tables.map((table) => `(select count(*) from ${table})::int`);
  const [found] = await rows<{ counts: number[] }>(`select array[${counts.join()}] as counts`);
  expect(found?.counts).toEqual([10, 5, 7, 6, 10]);
});

it('the baseline makes the schema that the migrations before it made', async () => {
  await run();
  const lines = (await rows<{ line: string }>(catalogue)).map(({ line }) => line);
  expect(lines.length).toBeGreaterThan(1_000);
  expect(hash(lines.join('\n'))).toBe(CATALOGUE_BEFORE);
});

it('a database with all migrations before the baseline is adopted, and no statement of the baseline runs', async () => {
  await migratedBefore(record);
  expect(await run()).toEqual({ ran: [], newer: [] });
  expect(await recorded()).toEqual([BASELINE]);
  expect(await rows('select from injury_types')).toEqual([]);
  expect(await run()).toEqual({ ran: [], newer: [] });
});

it.each<[string, (all: typeof record) => typeof record]>([
  ['lacks the last migration', (all) => all.slice(0, -1)],
  ['lacks another migration', (all) => all.filter((_, at) => at !== 40)],
  ['has one migration more', (all) => [...all, ['0099_swaps.sql', hash('')]]],
  ['has an edited migration', (all) => all.map(([name, sha256], at) => [name, at === 40 ? hash('') : sha256])],
])('a database that %s is refused with one line, and stays unchanged', async (_name, change) => {
  const applied = change(record);
  await migratedBefore(applied);
  const last = applied.at(-1)?.[0];
  await expect(run()).rejects.toThrow(
    `0001_baseline.sql replaces exactly the migrations up to 0098_site_phones.sql, and the record of this database is another one, which ends with ${last}. Start the last build with 0098_site_phones.sql once and then this one, or use an empty database.`,
  );
  expect(await recorded()).toEqual(applied.map(([name]) => name));
});
