import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import pg from 'pg';
import { createTestDatabase, execute, type TestDatabase } from '../../../test/database';
import { apiDir } from '../../platform/config/paths';
import { migrate } from '../../platform/database/migrate';

jest.setTimeout(120_000);

const migrations = join(apiDir, 'migrations');
const FIRST_OF_PLAIN_TEXT = '0093_plain_text.sql';

let database: TestDatabase;
let folder: string;
let client: pg.Client;

beforeAll(async () => {
  folder = temporaryFolder('migrations');
  for (const name of readdirSync(migrations)) if (name < FIRST_OF_PLAIN_TEXT) copyFileSync(join(migrations, name), join(folder, name));
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

it('when addresses look the same, the plain account has the address, else the oldest', async () => {
  const stored = [
    ['a\u200b@example.com', '2026-01-02'],
    ['\u2060a@example.com', '2026-01-01'],
    ['b@example.com', '2026-01-02'],
    ['b\u200b@example.com', '2026-01-01'],
    ['c\u200b@example.com', '2026-01-01'],
    ['caf\u00e9@example.com', '2026-01-01'],
  ];
  for (const [email, day] of stored)
    await client.query(
      "insert into guards (email, password_hash, first_name, last_name, mobile_number, created_at) values ($1, 'x', $1, 'B', '4165550100', $2)",
      [email, day],
    );
  await migrate(database.connection);
  const { rows } = await client.query<{ email: string; was: string }>('select email, first_name as was from guards');
  const emailNow = new Map(rows.map(({ email, was }) => [was, email]));
  expect(stored.map(([email = '']) => emailNow.get(email))).toEqual([
    'a\u200b@example.com',
    'a@example.com',
    'b@example.com',
    'b\u200b@example.com',
    'c@example.com',
    'caf\u00e9@example.com',
  ]);
});
