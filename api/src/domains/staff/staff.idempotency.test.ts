import { randomUUID } from 'node:crypto';
import { type Endpoint, isSocketCall, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import { makeGuard } from '@portal/contracts/guards/guards.staff';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { openSos } from '@portal/contracts/shifts/shifts.staff';
import { createKey, doneBeforeShape, listKeys, readAudit } from '@portal/contracts/staff/staff.staff';
import { loseNextCommit, useShortLockTimeout } from '../../../test/lost-commit';
import { setKeyring } from '../../../test/services';
import { testApi } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { getPool } from '../../platform/database/db';
import { commitUnknownMessages } from '../../platform/http/errors';
import { executeCall } from '../../platform/http/execute-call';
import { openApiDocument } from '../../platform/http/openapi';
import { sharedToken } from '../../platform/identity/staff-keys';
import { createDomains } from '..';

const api = testApi();
const query = async (text: string, values: unknown[] = []) => (await getPool().query(text, values)).rows;
const keyed = (key: string, more: Record<string, string> = {}) => ({ headers: { 'idempotency-key': key, ...more } });

const staffWrites = createDomains(testEnv)
  .map(({ endpoint }) => endpoint)
  .filter(({ auth, method }) => auth === 'staff' && method !== 'GET');

it('every write of the staff stores its key, except writes for tests', () => {
  expect(staffWrites.length).toBeGreaterThan(25);
  expect(staffWrites.filter((endpoint) => !usesIdempotencyKey(endpoint)).map(({ id }) => id)).toEqual(
    staffWrites.filter(({ roles }) => roles === 'rehearsal').map(({ id }) => id),
  );
});

describe('a repeated key', () => {
  const context = {
    address: '',
    userAgent: null,
    room: null,
    token: null,
    staff: null,
    cookie: () => null,
    setCookie: () => undefined,
  };
  beforeAll(() => query('create table done (act text)'));

  /** The function that every staff call passes through. */
  const ask = (endpoint: Endpoint, key: string, input: unknown, name = 'Ada Twice') => {
    const run = async () => {
      await getPool().query('select pg_sleep(0.01)');
      await query('insert into done values ($1)', [endpoint.id]);
    };
    const asked = { guard: null, staff: { ...sharedToken, name }, input, context: { ...context, reference: randomUUID() }, key };
    return executeCall({ kind: 'reply', endpoint, run }, asked, 'production').catch((refusal: unknown) => refusal);
  };

  it.each(staffWrites.filter(usesIdempotencyKey).map((endpoint) => [endpoint.id, endpoint] as const))(
    'run once, two at the same moment included: %s',
    async (_id, endpoint) => {
      const key = randomUUID();
      const input = { guard: 'someone', reason: 'twice' };
      const times = async () => (await query('select from done where act = $1', [endpoint.id])).length;
      const replies = (await Promise.all([ask(endpoint, key, input), ask(endpoint, key, input)])) as { code: number }[];
      expect([replies.map(({ code }) => code).sort(), await times()]).toEqual([[200, 409], 1]);
      const [line] = await query('select reference from staff_acts where act = $1 and once_key = $2', [endpoint.id, key]);
      expect(await ask(endpoint, key, input)).toMatchObject({ code: 409, details: { data: { reference: line.reference } } });
      expect(await ask(endpoint, key, { ...input, reason: 'other' })).toMatchObject({ code: 422 });
      expect(await times()).toBe(1);
      expect(await ask(endpoint, key, input, 'Ben Other')).toMatchObject({ code: 200 });
      expect(await ask(endpoint, randomUUID(), input)).toMatchObject({ code: 200 });
      expect(await times()).toBe(3);
    },
  );
});

describe('over HTTP', () => {
  const news = (guard: string) => ({ guard, title: 'News', description: 'Read it.' });
  const alerts = async (id: string) => (await query('select from notifications where guard_id = $1', [id])).length;

  it('a repeat replies which call it was and when, and does nothing; with another input it is refused, and without a key it runs again', async () => {
    const guard = await api.guard();
    const key = randomUUID();
    const first = await api.call(notify, news(guard.id) as never, keyed(key));
    expect(first.code).toBe(200);
    api.clock.advance({ minutes: 5 });
    const acts = (await api.call(readAudit, { by: 'shared token', since: undefined, before: undefined })).data;
    const line = acts.find(({ act }) => act === notify.id);
    const again = await api.call(notify, news(guard.id) as never, keyed(key));
    expect(again).toMatchObject({ status: 409, data: { number: line?.number, at: line?.at, reference: line?.reference } });
    expect(again.message).toBe(
      `This was done already, as act ${line?.number} at ${line?.at}. Its answer is not kept; the audit says what it changed, under the reference ${line?.reference}.`,
    );
    expect(doneBeforeShape.isValidSync(again.data)).toBe(true);
    const other = await api.call(notify, { ...news(guard.id), title: 'Old' } as never, keyed(key));
    expect([other.status, other.message]).toEqual([
      422,
      `This Idempotency-Key was used for something else: for act ${line?.number} at ${line?.at}. Send what is new under another key.`,
    ]);
    expect(await alerts(guard.id)).toBe(1);
    for (let times = 2; times <= 3; times++) {
      expect((await api.call(notify, news(guard.id) as never)).code).toBe(200);
      expect(await alerts(guard.id)).toBe(times);
    }
  });

  it('does not claim that nothing was changed when the reply to COMMIT was lost, nor while its first try is under way', async () => {
    const guard = await api.guard();
    const key = randomUUID();
    loseNextCommit();
    const lost = await api.call(notify, news(guard.id) as never, keyed(key));
    expect(lost).toMatchObject({ status: 503, message: commitUnknownMessages.once });
    expect(lost.headers.get('retry-after')).toBe('5');
    expect(await api.call(notify, news(guard.id) as never, keyed(key))).toMatchObject({
      status: 409,
      data: { number: expect.any(Number) },
    });
    expect(await alerts(guard.id)).toBe(1);
    const [underWay, client] = [randomUUID(), await getPool().connect()];
    await client.query('begin');
    await client.query(
      `insert into staff_acts (at, name, role, act, target, reference, once_key) select at, name, role, act, target, 'first', $1
        from staff_acts where once_key = $2`,
      [underWay, key],
    );
    useShortLockTimeout();
    const waited = await api.call(notify, news(guard.id) as never, keyed(underWay));
    await client.query('rollback');
    client.release();
    expect(waited).toMatchObject({ status: 503, message: commitUnknownMessages.once });
    expect(await api.call(notify, news(guard.id) as never, keyed(underWay))).toMatchObject({ status: 200 });
  });

  it('a person’s key is made once, and its secret returned once', async () => {
    const wanted = { name: 'Cleo Once', role: 'support' as const, expires: '2027-06-30' };
    const key = randomUUID();
    const replies = await Promise.all([api.call(createKey, wanted, keyed(key)), api.call(createKey, wanted, keyed(key))]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await api.call(listKeys, {})).data.filter(({ name }) => name === wanted.name)).toHaveLength(1);
    const made = replies.find(({ status }) => status === 200)?.data.key ?? '';
    expect(JSON.stringify([replies.find(({ status }) => status === 409), await query('select * from staff_acts')])).not.toContain(made);
  });

  it('a refused call leaves its key free', async () => {
    const key = randomUUID();
    expect((await api.call(notify, news('nobody@example.com') as never, keyed(key))).status).toBe(404);
    const guard = await api.guard({ email: 'late.guard@example.com' } as never);
    expect((await api.call(notify, news(guard.email) as never, keyed(key))).status).toBe(200);
  });

  it('is recognised after the secret key of that time was rotated away', async () => {
    const guard = await api.guard();
    const key = randomUUID();
    const secret = (id: string, byte: number) => ({ id, bytes: Buffer.alloc(32, byte) });
    try {
      setKeyring([secret('2027a', 1)]);
      await api.call(notify, news(guard.id) as never, keyed(key));
      setKeyring([secret('2027b', 2)]);
      expect((await api.call(notify, news(guard.id) as never, keyed(key))).status).toBe(409);
    } finally {
      setKeyring(testEnv.secretKeys);
    }
  });

  it('is documented for every call that stores it', () => {
    const { paths } = openApiDocument(createDomains(testEnv)) as {
      paths: Record<string, Record<string, { operationId: string; parameters: { name: string }[] }>>;
    };
    const told = Object.values(paths).flatMap((path) => Object.values(path));
    const named = told.filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'));
    const keeping = createDomains(testEnv).filter(({ endpoint }) => usesIdempotencyKey(endpoint) && !isSocketCall(endpoint));
    expect(named.map(({ operationId }) => operationId).sort()).toEqual(keeping.map(({ endpoint }) => endpoint.id).sort());
  });

  it('must have the format of a key', async () => {
    const guard = await api.guard();
    expect((await api.call(notify, news(guard.id) as never, keyed('short'))).status).toBe(400);
  });

  it('is ignored by reads and by calls for tests', async () => {
    const key = randomUUID();
    const codes = [];
    for (const endpoint of [openSos, openSos, makeGuard, makeGuard] as Endpoint[])
      codes.push((await api.call(endpoint, {}, keyed(key))).code);
    expect(codes).toEqual([200, 200, 200, 200]);
  });
});
