import { sql } from 'kysely';
import { testApi } from '../../test/test-api';
import { db, getPool } from '../platform/database/db';
import { deleteExpiredRows, runCleanUp } from './clean-up.job';

const api = testApi();

const limits = (count: number, resetsAt: string) =>
  sql`insert into rate_limits (bucket, subject, count, resets_at) select 'swept', sha256((${resetsAt} || n)::bytea), 1, ${resetsAt}::timestamptz from generate_series(1, ${count}::int) n`.execute(
    db(),
  );
const left = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from rate_limits where bucket = 'swept'`.execute(db())).rows[0]?.count;

it('deletes all expired rows, in small batches, and nothing else', async () => {
  await limits(25, '2027-03-10T14:59:00.000Z');
  await limits(3, '2027-03-10T15:01:00.000Z');
  expect(await deleteExpiredRows(10)).toMatchObject({ rate_limits: 25 });
  expect(await left()).toBe(3);
  api.clock.advance({ minutes: 2 });
  expect(await deleteExpiredRows(3)).toMatchObject({ rate_limits: 3 });
  expect(await left()).toBe(0);
});

it('skips locked rows: a row in a running write is deleted in the next run', async () => {
  await limits(5, '2027-03-10T14:00:00.000Z');
  const writer = await getPool().connect();
  await writer.query("begin; update rate_limits set count = 2 where ctid = (select ctid from rate_limits where bucket = 'swept' limit 1)");
  expect(await deleteExpiredRows()).toMatchObject({ rate_limits: 4 });
  await writer.query('commit');
  writer.release();
  expect(await deleteExpiredRows()).toMatchObject({ rate_limits: 1 });
});

it('deletes expired codes, and unproven addresses when the messages to them are deleted', async () => {
  const { id } = await api.guard();
  const at = '2027-03-10T15:00:00.000Z';
  api.clock.set(at);
  await sql`insert into otp_codes (guard_id, code_hash, sent_at, expires_at) values (${id}, 'x', ${at}, '2027-03-10T15:10:00.000Z')`.execute(
    db(),
  );
  await sql`insert into contact_changes (guard_id, kind, value, code_hash, sent_at, expires_at)
    values (${id}, 'email', 'typed@example.com', 'x', ${at}, '2027-03-10T15:10:00.000Z')`.execute(db());
  const swept = async () => {
    const { otp_codes, contact_changes } = await deleteExpiredRows();
    return { otp_codes, contact_changes };
  };
  api.clock.advance({ minutes: 10 });
  expect(await swept()).toEqual({ otp_codes: 0, contact_changes: 0 });
  api.clock.advance({ minutes: 1 });
  expect(await swept()).toEqual({ otp_codes: 1, contact_changes: 0 });
  api.clock.advance({ days: 30 });
  expect(await swept()).toEqual({ otp_codes: 0, contact_changes: 1 });
});

it('one table that rejects deletes does not stop the others, and its error is reported', async () => {
  const { email } = await api.guard();
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''not now''; end'`.execute(db());
  await sql`create trigger refuses before delete on sessions for each statement execute function refuse()`.execute(db());
  await limits(3, '2027-03-10T14:00:00.000Z');
  await sql`insert into outgoing_messages (channel, recipient, subject, body, state, is_secret, settled_at, created_at)
    values ('mail', ${email}, 'Old', 'Your code is 1234.', 'dead', true, '2027-03-08T15:00:00.000Z', '2027-03-08T15:00:00.000Z')`.execute(
    db(),
  );
  await expect(runCleanUp()).rejects.toThrow('not now');
  await sql`drop function refuse cascade`.execute(db());
  const secret = await sql`select from outgoing_messages where recipient = ${email} and body <> ''`.execute(db());
  expect([await left(), secret.rows]).toEqual([0, []]);
});
