import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import pg from 'pg';
import { createTestDatabase, execute, type TestDatabase } from '../../../test/database';
import { apiDir } from '../../platform/config/paths';
import { migrate } from '../../platform/database/migrate';

jest.setTimeout(120_000);

const migrations = join(apiDir, 'migrations');
const LAST_ON_TORONTO = '0056_key_checks.sql';
const LAST_BEFORE_SPRING = '0058_awards_follow_their_shifts.sql';

let database: TestDatabase;
let folder: string;
let client: pg.Client;

/** A database with the migrations up to this one. */
async function migratedTo(last: string): Promise<void> {
  folder = temporaryFolder('migrations');
  for (const name of readdirSync(migrations)) if (name <= last) copyFileSync(join(migrations, name), join(folder, name));
  database = await createTestDatabase();
  await execute(database.connection, 'drop schema public cascade', 'create schema public');
  await migrate(database.connection, folder);
  client = new pg.Client({ ...database.connection, options: '-c TimeZone=UTC' });
  await client.connect();
}
afterEach(async () => {
  await client.end();
  await database.drop();
  dropFolder(folder);
});

async function id(text: string, values: unknown[] = []): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`${text} returning id`, values);
  return rows[0]?.id ?? '';
}

const place = { Kenora: [49.77, -94.49], Toronto: [43.65, -79.38] } as const;

/** An awarded shift, as older releases stored it. */
async function awarded(
  guard: string,
  city: keyof typeof place,
  start: string,
  end: string,
  date = '2027-01-20',
): Promise<{ shift: string; assignment: string }> {
  const customer = await id("insert into customers (register_as, first_name, last_name) values ('Individual', 'A', 'B')");
  const location = await id('insert into locations (location_name, city, lat, long) values ($1, $1, $2, $3)', [city, ...place[city]]);
  const job = await id(
    `insert into jobs (customer_id, location_id, title, job_type, hourly_rate, dress_code, transportation, place, lat, long)
     values ($1, $2, 'Gate watch', 1, 25, 1, 1, $3, $4, $5)`,
    [customer, location, city, ...place[city]],
  );
  const shift = await id('insert into shifts (job_id, shift_date, start_time, end_time, customer_rate) values ($1, $2, $3, $4, 30)', [
    job,
    date,
    start,
    end,
  ]);
  const assignment = await id('insert into assignments (guard_id, job_id, shift_id, created_at) values ($1, $2, $3, now())', [
    guard,
    job,
    shift,
  ]);
  return { shift, assignment };
}

const guard = () =>
  id(
    "insert into guards (email, password_hash, first_name, last_name, mobile_number) values ('a@example.com', 'x', 'A', 'B', '4165550100')",
  );
const timesOf = async (assignment: string) =>
  (
    await client.query<{ during: string; shift: string }>(
      `select a.during::text as during, tstzrange(s.starts_at, s.ends_at)::text as shift from assignments a join shifts s on s.id = a.shift_id where a.id = $1`,
      [assignment],
    )
  ).rows[0];
const NINE_TO_FIVE = '["2027-01-20 15:00:00+00","2027-01-20 23:00:00+00")';

describe('an award in Kenora from before its time zone was stored', () => {
  beforeEach(() => migratedTo(LAST_ON_TORONTO));

  it('is compared by the time at its site, and follows its shift from then on', async () => {
    const { assignment, shift } = await awarded(await guard(), 'Kenora', '09:00', '17:00');
    expect((await timesOf(assignment))?.during).toBe('["2027-01-20 14:00:00+00","2027-01-20 22:00:00+00")');
    await migrate(database.connection);
    expect(await timesOf(assignment)).toEqual({ during: NINE_TO_FIVE, shift: NINE_TO_FIVE });
    await client.query("update shifts set start_time = '10:00' where id = $1", [shift]);
    const later = '["2027-01-20 16:00:00+00","2027-01-20 23:00:00+00")';
    expect(await timesOf(assignment)).toEqual({ during: later, shift: later });
  });

  it('that turns out to overlap another one gets no period, and one that only touches it does', async () => {
    const they = await guard();
    const morning = await awarded(they, 'Toronto', '04:00', '10:00');
    const west = await awarded(they, 'Kenora', '10:00', '17:00');
    const evening = await awarded(they, 'Toronto', '17:00', '20:00');
    await migrate(database.connection);
    expect((await timesOf(morning.assignment))?.during).toBe('["2027-01-20 09:00:00+00","2027-01-20 15:00:00+00")');
    expect((await timesOf(west.assignment))?.during).toBe('["2027-01-20 16:00:00+00","2027-01-20 23:00:00+00")');
    // From five to six in Toronto is from four to five in Kenora.
    expect((await timesOf(evening.assignment))?.during).toBeNull();
  });
});

describe('an award in the night when clocks go forward, from before the end of a shift moved with its start', () => {
  beforeEach(() => migratedTo(LAST_BEFORE_SPRING));
  const night = '2027-03-14';

  it('lasts as long as its times state, at the site of each', async () => {
    const they = await guard();
    const east = await awarded(they, 'Toronto', '02:30', '03:31', night);
    const west = await awarded(they, 'Kenora', '02:45', '03:50', night);
    expect((await timesOf(east.assignment))?.during).toBe('["2027-03-14 07:30:00+00","2027-03-14 07:31:00+00")');
    await migrate(database.connection);
    const [hour, later] = ['["2027-03-14 07:30:00+00","2027-03-14 08:31:00+00")', '["2027-03-14 08:45:00+00","2027-03-14 09:50:00+00")'];
    expect(await timesOf(east.assignment)).toEqual({ during: hour, shift: hour });
    expect(await timesOf(west.assignment)).toEqual({ during: later, shift: later });
  });

  it('that now overlaps a later one leaves that one without a period', async () => {
    const they = await guard();
    const earlier = await awarded(they, 'Toronto', '02:30', '03:45', night);
    const next = await awarded(they, 'Toronto', '04:00', '06:00', night);
    await migrate(database.connection);
    expect((await timesOf(earlier.assignment))?.during).toBe('["2027-03-14 07:30:00+00","2027-03-14 08:45:00+00")');
    expect((await timesOf(next.assignment))?.during).toBeNull();
  });

  it('that was worked keeps the times of its pay', async () => {
    const { assignment } = await awarded(await guard(), 'Toronto', '02:30', '03:31', night);
    await client.query(
      `update assignments set state = 'ended', arrived_at = '2027-03-14T07:30Z', started_at = '2027-03-14T07:30Z', ended_at = '2027-03-14T07:31Z',
         ended_by_staff = true where id = $1`,
      [assignment],
    );
    await migrate(database.connection);
    expect((await timesOf(assignment))?.shift).toBe('["2027-03-14 07:30:00+00","2027-03-14 07:31:00+00")');
  });
});
