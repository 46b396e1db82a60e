import { copy } from '@portal/contracts/_kernel/copy';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { sql } from 'kysely';
import { testApi } from '../../../test/test-api';
import { db, transaction } from '../database/db';
import { lock } from '../database/locks';
import { SpoolError } from '../files/upload-spool';
import { envelopeForThrown } from './errors';

const api = testApi();

/** The reply to an error in a transaction, and its log lines. */
async function replyTo(act: () => Promise<unknown>) {
  const told: [string, object][] = [];
  const log = { warn: (what: object) => told.push(['warn', what]), error: (what: object) => told.push(['error', what]) };
  const thrown = await transaction(act).then(
    () => null,
    (error: unknown) => error,
  );
  return { reply: envelopeForThrown(thrown, 'reference', log), told };
}

it('replies 503 with Retry-After when a lock on the guard times out, before the statement timeout', async () => {
  const { id } = await api.guard();
  const limits = await transaction(() =>
    sql<{ name: string; ms: number }>`select name, setting::int as ms from pg_settings where name in ('lock_timeout', 'statement_timeout')
      order by name`.execute(db()),
  );
  expect(limits.rows).toEqual([
    { name: 'lock_timeout', ms: 10_000 },
    { name: 'statement_timeout', ms: 15_000 },
  ]);
  let isHeld = () => {};
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const waiting = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const other = transaction(async () => {
    await lock({ guard: id });
    isHeld();
    await waiting;
  });
  await held;
  const { reply, told } = await replyTo(async () => {
    await sql`set local lock_timeout = 20`.execute(db());
    await lock({ guard: id });
  });
  letGo();
  await other;
  expect(reply).toMatchObject({ code: 503, message: copy.somethingWrong, retryAfter: 5 });
  expect(told).toEqual([['warn', expect.objectContaining({ database: '55P03' })]]);
});

it('[API-GEN-08] replies 500 when a statement times out without a lock, and logs the SQL state', async () => {
  const { reply, told } = await replyTo(async () => {
    await sql`set local statement_timeout = 20`.execute(db());
    await sql`select pg_sleep(5)`.execute(db());
  });
  expect(reply).toEqual({ code: 500, message: copy.somethingWrong, userMessage: copy.somethingWrong, data: null, reference: 'reference' });
  expect(told).toEqual([['error', expect.objectContaining({ database: '57014' })]]);
});

it.each(['40P01', '40001'])('replies 503 after a third conflict (%s), and leaves no change', async (state) => {
  const { id } = await api.guard();
  const nameOf = async () =>
    (await sql<{ name: string }>`select first_name as name from guards where id = ${id}`.execute(db())).rows[0]?.name;
  const before = await nameOf();
  const { reply, told } = await replyTo(async () => {
    await lock({ guard: id });
    await sql`update guards set first_name = 'Half' where id = ${id}`.execute(db());
    await sql.raw(`do $$ begin raise exception 'met another one' using errcode = '${state}'; end $$`).execute(db());
  });
  expect(reply).toMatchObject({ code: 503, message: copy.somethingWrong, retryAfter: 5 });
  expect(told).toEqual([['warn', expect.objectContaining({ database: state })]]);
  expect(await nameOf()).toBe(before);
});

it('replies 503 with a message and Retry-After when the disk of the database is full', async () => {
  const { reply, told } = await replyTo(() =>
    sql.raw(`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`).execute(db()),
  );
  expect(reply).toMatchObject({ code: 503, message: serverCopy.noSpace, userMessage: serverCopy.noSpace, retryAfter: 60 });
  expect(told).toEqual([['warn', expect.objectContaining({ database: '53100' })]]);
});

it.each(['ENOSPC', 'EDQUOT'])('replies 503 with a message and Retry-After when the disk of the uploads fails with %s', async (code) => {
  const cause = Object.assign(new Error(`${code}: no space left on device, write`), { code });
  const { reply } = await replyTo(() => Promise.reject(new SpoolError(cause.message, { cause })));
  expect(reply).toMatchObject({ code: 503, message: serverCopy.noSpace, retryAfter: 60 });
});
