import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { closeDatabase, openDatabase } from '../database/db';
import { streamOfDatabase } from './redis';

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const one of databases) await one.drop();
});

it('a stream of events is of one database: of another one on the same server it has another name', async () => {
  const names: string[] = [];
  for (let at = 0; at < 2; at++) {
    const { connection } = databases[databases.push(await createTestDatabase()) - 1] as TestDatabase;
    openDatabase(connection);
    names.push(await streamOfDatabase(), await streamOfDatabase());
    await closeDatabase();
  }
  const [one, again, other, otherAgain] = names;
  expect(one).toMatch(/^portal-events-[0-9a-f]{16}$/);
  expect([again, otherAgain]).toEqual([one, other]);
  expect(other).not.toBe(one);
});
