import { randomUUID } from 'node:crypto';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { logout } from '@portal/contracts/auth/auth.endpoints';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { sql } from 'kysely';
import { loseNextCommit, useShortLockTimeout } from '../../../test/lost-commit';
import { setKeyring } from '../../../test/services';
import { type TestGuard, testApi } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { db, requireNoTransaction, transaction } from '../database/db';
import { lock } from '../database/locks';
import { sha256 } from '../identity/secrets';
import { findSession } from '../identity/sessions';
import { commitUnknownMessages, envelopeForThrown, fail } from './errors';
import { executeCall } from './execute-call';
import { runOnce } from './idempotency';

const api = testApi();
let guard: TestGuard;

beforeAll(async () => {
  guard = await api.guard();
  await sql`create table acts (id serial primary key, note text)`.execute(db());
});
beforeEach(() => sql`truncate acts`.execute(db()));

const acts = async () => (await sql`select from acts`.execute(db())).rows.length;
const act = (note: string) => async (): Promise<Envelope> => {
  const { rows } = await sql<{ id: number }>`insert into acts (note) values (${note}) returning id`.execute(db());
  return { code: 200, message: 'Done', data: { id: rows[0]?.id } };
};
const write = (key: string, input: unknown = { a: 1 }, endpoint = 'test.act') => ({ guardId: guard.id, endpoint, key, input });

describe('a repeated key', () => {
  it('returns the first reply and does not run the write again', async () => {
    const key = randomUUID();
    const first = await runOnce(write(key, { a: 1, b: [2, { c: 3 }] }), act('first'));
    expect(await runOnce(write(key, { b: [2, { c: 3 }], a: 1 }), act('second'))).toEqual(first);
    expect(await acts()).toBe(1);
  });

  it('runs once when many calls arrive at the same moment', async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 15 }, () => runOnce(write(key), act('same'))));
    expect(await acts()).toBe(1);
    for (const reply of replies) expect(reply).toEqual(replies[0]);
  });

  it('is rejected with 422 for another input', async () => {
    const key = randomUUID();
    await runOnce(write(key, { a: 1 }), act('first'));
    await expect(runOnce(write(key, { a: 2 }), act('second'))).rejects.toMatchObject({ code: 422 });
  });

  it('is stored as a keyed fingerprint, not as a hash that can be guessed', async () => {
    const key = randomUUID();
    const plain = sha256('{"password":"Guess-me-1"}');
    await runOnce(write(key, { password: 'Guess-me-1' }), act('first'));
    const kept = async () =>
      (await sql<{ input_hash: Buffer }>`select input_hash from idempotency_keys where key = ${key}`.execute(db())).rows[0]?.input_hash;
    expect(await kept()).not.toEqual(plain);
    expect(await runOnce(write(key, { password: 'Guess-me-1' }), act('second'))).toMatchObject({ message: 'Done' });
    await expect(runOnce(write(key, { password: 'Guess-me-2' }), act('third'))).rejects.toMatchObject({ code: 422 });
    expect(await acts()).toBe(1);
  });

  it('returns the first reply after the secret key of that call was rotated away', async () => {
    const secret = (id: string, byte: number) => ({ id, bytes: Buffer.alloc(32, byte) });
    const [old, next] = [secret('2027a', 1), secret('2027b', 2)];
    try {
      const [key, later] = [randomUUID(), randomUUID()];
      setKeyring([old]);
      const first = await runOnce(write(key), act('first'));
      setKeyring([next, old]);
      expect(await runOnce(write(key), act('second'))).toEqual(first);
      await expect(runOnce(write(key, { a: 2 }), act('third'))).rejects.toMatchObject({ code: 422 });
      setKeyring([next]);
      expect(await runOnce(write(key), act('fourth'))).toEqual(first);
      await runOnce(write(later), act('fifth'));
      await expect(runOnce(write(later, { a: 2 }), act('sixth'))).rejects.toMatchObject({ code: 422 });
      expect(await acts()).toBe(2);
    } finally {
      setKeyring(testEnv.secretKeys);
    }
  });

  it('is free again after a rejected write, and can be retried', async () => {
    const key = randomUUID();
    const refused = async () => {
      await act('undone')();
      return fail(409, 'Not now');
    };
    await expect(runOnce(write(key), refused)).rejects.toMatchObject({ code: 409 });
    expect(await acts()).toBe(0);
    expect(await runOnce(write(key), act('later'))).toMatchObject({ code: 200 });
  });

  it('prepares once before its transaction, and keeps the prepared state when the write is rejected', async () => {
    const key = randomUUID();
    const prepare = async () => {
      await act('prepared')();
      requireNoTransaction('Preparing');
      return 'ready';
    };
    const refused = async (ready: string | undefined) => fail(409, `Not ${ready} now`);
    await expect(runOnce(write(key), refused, prepare)).rejects.toMatchObject({ code: 409, message: 'Not ready now' });
    expect(await acts()).toBe(1);
    const first = await runOnce(write(key), act('done'), prepare);
    expect(await acts()).toBe(3);
    expect(await runOnce(write(key), act('again'), prepare)).toEqual(first);
    expect(await acts()).toBe(3);
    await expect(runOnce(write(key, { a: 2 }), act('other'), prepare)).rejects.toMatchObject({ code: 422 });
  });

  it('returns the first reply when the preparation of the second call fails because the first call used its code', async () => {
    const key = randomUUID();
    let first: Promise<Envelope> | undefined;
    const spent = async () => {
      first = runOnce(write(key), act('first'), async () => 'ready');
      await first;
      return fail(410, 'This code is spent');
    };
    const second = await runOnce(write(key), act('second'), spent);
    expect(second).toEqual(await first);
    await expect(runOnce(write(randomUUID()), act('third'), async () => fail(410, 'This code is spent'))).rejects.toMatchObject({
      code: 410,
    });
    expect(await acts()).toBe(1);
  });

  it('runs again for another endpoint and for another guard', async () => {
    const key = randomUUID();
    const other = await api.guard();
    await runOnce(write(key), act('one'));
    await runOnce(write(key, { a: 1 }, 'test.other'), act('two'));
    await runOnce({ ...write(key), guardId: other.id }, act('three'));
    expect(await acts()).toBe(3);
  });

  it('does not wait for other keys of the guard when it changes a unique column, and succeeds at the first try', async () => {
    const tries: string[] = [];
    const holding = (what: string, then: () => Promise<unknown>) => async (): Promise<Envelope> => {
      tries.push(what);
      // Both keys are stored before either call locks the guard.
      await sql`select pg_sleep(0.02)`.execute(db());
      await lock({ guard: guard.id });
      await then();
      return { code: 200, message: 'Done', data: null };
    };
    const email = () => sql`update guards set email = ${`${randomUUID()}@example.com`} where id = ${guard.id}`.execute(db());
    for (let round = 0; round < 5; round++)
      await Promise.all([
        runOnce(write(randomUUID()), holding('email', email)),
        runOnce(
          write(randomUUID()),
          holding('other', async () => null),
        ),
      ]);
    expect(tries.sort()).toEqual([...Array(5).fill('email'), ...Array(5).fill('other')]);
  });

  it('must have the form of a key', async () => {
    const reply = await api.call(logout, {}, { token: guard.token, headers: { 'idempotency-key': 'short' } });
    expect(reply).toMatchObject({ status: 400, code: 400 });
  });
});

describe('an unknown commit result', () => {
  const context = {
    address: '',
    userAgent: null,
    room: null,
    token: null,
    staff: null,
    reference: 'reference',
    cookie: () => null,
    setCookie: () => undefined,
  };
  const log = { warn: jest.fn(), error: jest.fn() };
  beforeEach(() => jest.clearAllMocks());

  /** The reply to a guard's write, on the path of every call. */
  const ask = async (key?: string) => {
    const asked = { guard: await findSession(guard.token), staff: null, input: { a: 1 }, context, key };
    return executeCall({ kind: 'reply', endpoint: saveBank, run: act('saved') }, asked, 'production').catch((error) =>
      envelopeForThrown(error, 'reference', log),
    );
  };

  it('is reported when the reply to COMMIT was lost, and the replay returns the reply', async () => {
    const key = randomUUID();
    loseNextCommit();
    expect(await ask(key)).toMatchObject({
      code: 503,
      message: commitUnknownMessages.once,
      userMessage: commitUnknownMessages.once,
      retryAfter: 5,
    });
    expect(log.warn.mock.calls).toEqual([[expect.objectContaining({ message: 'read ECONNRESET' })]]);
    expect(await acts()).toBe(1);
    expect(await ask(key)).toMatchObject({ code: 200 });
    expect(await acts()).toBe(1);
  });

  it('asks the guard to check before a retry when there is no key', async () => {
    loseNextCommit();
    const lost = await transaction(act('loose')).catch((error) => envelopeForThrown(error, 'reference', log));
    expect(lost).toMatchObject({ code: 503, message: commitUnknownMessages.loose, retryAfter: 5 });
  });

  it('is not reported when the database itself rejects the commit', async () => {
    await sql`create table if not exists later (note text, unique (note) deferrable initially deferred)`.execute(db());
    const twice = () => sql`insert into later values ('one'), ('one')`.execute(db());
    expect(await transaction(twice).catch((error) => envelopeForThrown(error, 'reference', log))).toMatchObject({
      message: copy.somethingWrong,
    });
  });

  it('is reported when a replay waits too long for the first call', async () => {
    const key = randomUUID();
    let go = () => {};
    const goes = new Promise<void>((resolve) => {
      go = resolve;
    });
    let holds = () => {};
    const held = new Promise<void>((resolve) => {
      holds = resolve;
    });
    const first = runOnce(write(key, { a: 1 }, saveBank.id), async () => {
      holds();
      await goes;
      return act('first')();
    });
    await held;
    useShortLockTimeout();
    expect(await ask(key)).toMatchObject({ code: 503, message: commitUnknownMessages.once, retryAfter: 5 });
    go();
    expect(await ask(key)).toEqual(await first);
    expect(await acts()).toBe(1);
  });
});
