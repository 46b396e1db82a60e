import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import pg from 'pg';
import { createTestDatabase, execute, type TestDatabase } from '../../../test/database';
import { apiDir } from '../../platform/config/paths';
import { migrate } from '../../platform/database/migrate';

jest.setTimeout(120_000);

const migrations = join(apiDir, 'migrations');
const FIRST_OF_ONE_RATE = '0087_one_rate.sql';

let database: TestDatabase;
let folder: string;
let client: pg.Client;

beforeAll(async () => {
  folder = temporaryFolder('migrations');
  for (const name of readdirSync(migrations)) if (name < FIRST_OF_ONE_RATE) copyFileSync(join(migrations, name), join(folder, name));
  database = await createTestDatabase();
  await execute(database.connection, 'drop schema public cascade', 'create schema public');
  await migrate(database.connection, folder);
  client = new pg.Client({ ...database.connection, options: '-c TimeZone=UTC' });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
  dropFolder(folder);
});

const id = async (text: string, values: unknown[] = []) =>
  (await client.query<{ id: string }>(`${text} returning id`, values)).rows[0]?.id ?? '';

/** A shift of this day, from nine to five, with a customer_rate of 1.4 times the hourly rate. */
async function shiftOn(job: string, guard: string, day: string): Promise<void> {
  const shift = await id(
    `insert into shifts (job_id, shift_date, start_time, end_time, customer_rate) select id, $2, '09:00', '17:00', round(hourly_rate * 1.4, 2) from jobs where id = $1`,
    [job, day],
  );
  await client.query('insert into assignments (guard_id, job_id, shift_id, created_at) values ($1, $2, $3, now())', [guard, job, shift]);
}

/** The credit of each shift, and its pay by its record and by its schedule. */
async function earnings() {
  const { rows } = await client.query(
    `select s.shift_date, j.hourly_rate, t.amount as credited, shift_pay(j.hourly_rate, s.starts_at, s.ends_at, a.started_at, a.ended_at) as pay
     from shifts s join jobs j on j.id = s.job_id join assignments a on a.shift_id = s.id left join transactions t on t.assignment_id = a.id
     order by s.shift_date, j.hourly_rate`,
  );
  return rows;
}
const rates = async () =>
  (await client.query<{ rate: string }>('select customer_rate::text as rate from shifts order by shift_date, rate')).rows.map(
    ({ rate }) => rate,
  );

it('stored rates become the hourly rate, and no past or future earning changes', async () => {
  const guard = await id(
    "insert into guards (email, password_hash, first_name, last_name, mobile_number) values ('a@example.com', 'x', 'A', 'B', '4165550100')",
  );
  const customer = await id("insert into customers (register_as, first_name, last_name) values ('Individual', 'A', 'B')");
  const location = await id("insert into locations (location_name, city, lat, long) values ('Gate', 'Toronto', 43.65, -79.38)");
  for (const [rate, days] of [
    ['20.50', ['2027-01-20', '2027-01-21']],
    ['31.35', ['2027-02-20', '2027-02-21']],
  ] as const) {
    const job = await id(
      `insert into jobs (customer_id, location_id, title, job_type, hourly_rate, dress_code, transportation, place, lat, long)
       values ($1, $2, 'Gate watch', 2, $3, 1, 1, 'Gate', 43.65, -79.38)`,
      [customer, location, rate],
    );
    for (const day of days) await shiftOn(job, guard, day);
  }
  await client.query(
    `with ended as (update assignments a set state = 'ended', arrived_at = s.starts_at, started_at = s.starts_at + interval '7 minutes', ended_at = s.ends_at
       from shifts s where s.id = a.shift_id and s.shift_date < '2027-02-01' returning a.id, a.guard_id, a.job_id)
     insert into transactions (guard_id, job_id, assignment_id, kind, amount, created_at) select guard_id, job_id, id, 'credit', 161.61, now() from ended`,
  );
  const before = await earnings();
  expect(before).toHaveLength(4);
  expect(await rates()).toEqual(['28.70', '28.70', '43.89', '43.89']);
  await migrate(database.connection);
  expect(await rates()).toEqual(['20.50', '20.50', '31.35', '31.35']);
  expect(await earnings()).toEqual(before);
});
