import { sql } from 'kysely';
import { db } from '../../platform/db';
import { startApi, type TestApi } from '../../testing/api';
import { whatBecomes } from './deletion.repository';
import { exportParts, notCopied } from './export.parts';

let api: TestApi;
let tables: string[];
beforeAll(async () => {
  api = await startApi();
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('guard_id', 'owner_id') order by name`.execute(db());
  tables = rows.map(({ name }) => name);
});
afterAll(() => api.stop());

it('a deletion knows what becomes of every table that has rows of a guard', () => {
  expect(Object.keys(whatBecomes).sort()).toEqual([...tables].sort());
});

it('a copy has every table that has rows of a guard, or says why not', () => {
  const copied = tables.filter((name) => exportParts.some(({ query }) => new RegExp(`\\b${name}\\b`).test(query)));
  expect([...copied, ...Object.keys(notCopied)].sort()).toEqual([...tables].sort());
});
