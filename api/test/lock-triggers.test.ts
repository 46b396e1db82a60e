import { sql } from 'kysely';
import { db } from '../src/platform/database/db';
import { lockOwners, tablesWithoutLock } from './lock-triggers';
import { testApi } from './test-api';

testApi();

it('every table with rows of a guard or a job has a lock trigger, or a reason to have none', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('guard_id', 'job_id', 'owner_id')`.execute(db());
  const named = rows.map(({ name }) => name);
  expect(named.filter((name) => !(name in lockOwners) && !(name in tablesWithoutLock))).toEqual([]);
  expect(Object.keys(tablesWithoutLock).filter((name) => name in lockOwners || !named.includes(name))).toEqual([]);
});
