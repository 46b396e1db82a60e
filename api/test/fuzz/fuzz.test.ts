import { endpoint } from '@portal/contracts/_kernel/endpoint';
import { anything, id, nothing } from '@portal/contracts/_kernel/shapes';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { sql } from 'kysely';
import { object, string } from 'yup';
import { db, getPool } from '../../src/platform/database/db';
import { removeFile, storeFile } from '../../src/platform/files/file-storage';
import { fail } from '../../src/platform/http/errors';
import { bind, type Route } from '../../src/platform/http/routes';
import { checkReply, writeDefect } from './check-reply';
import { readFigures, runTwiceConcurrently } from './concurrent-pair';
import { everyRoute, type FuzzFailure, fuzz } from './fuzz';
import { type FuzzApi, startFuzzApi } from './fuzz-api';
import { takeSnapshot } from './snapshot';

/** A bounded part of `npm run lab -- fuzz`: every endpoint, a few values for each key. The seed is fixed, so that an unchanged tree gives the same result on each day. */
const extent = { seed: 20261128, runs: 1, values: 2 };
const again = `npm run lab -- fuzz --seed ${extent.seed} --runs ${extent.runs} --values ${extent.values}`;

const say = endpoint({
  id: 'test.say',
  method: 'EVENT',
  path: 'say',
  auth: 'approved',
  input: object({ words: string().required('Say something').max(2000), room: id().required() }),
  output: object({ words: string().required() }),
});
const said = bind(say, async (_me, { words }) => ({ words }));

/** Wrong on purpose: it returns the document of any guard. */
const reveal = endpoint({
  ...{ id: 'test.reveal', method: 'EVENT', path: 'reveal', auth: 'approved' },
  input: object({ id: id().required() }),
  output: anything(),
});
const revealed = bind(reveal, async (_me, given) => {
  const { rows } = await sql`select id, guard_id from guard_documents where id = ${given.id}`.execute(db());
  return rows[0] ?? fail(404, 'There is no such document.');
});

let ground: FuzzApi;
beforeAll(async () => {
  process.stdout.write(`Bad input of seed ${extent.seed}; again: ${again}\n`);
  ground = await startFuzzApi([said, revealed]);
}, 120_000);
afterAll(() => ground.stop());

/** The endpoints are split into so many parts, so that the time limit of a test does not depend on their number. */
const PARTS = 12;
const partOf = (part: number) => everyRoute().filter((_route, at) => at % PARTS === part - 1);

it.each(Array.from({ length: PARTS }, (_, at) => at + 1))(
  'bad input of every endpoint is refused with a message, changes nothing and never causes a 5xx: part %i',
  async (part) => {
    const { calls, failures, unreached } = await fuzz(ground, partOf(part), extent);
    const told = ({ endpoint, name, says, curl }: FuzzFailure) => `${endpoint}, ${name}: ${says}\n${curl}\n${again} --only ${endpoint}`;
    expect(failures.map(told)).toEqual([]);
    expect(unreached).toEqual([]);
    expect(calls).toBeGreaterThan(partOf(part).length * 10);
  },
  120_000,
);

it('bad input of a socket call is refused, too', async () => {
  const { calls, failures } = await fuzz(ground, [said], { seed: 1, runs: 20 });
  expect(failures.map(({ name, says }) => `${name}: ${says}`)).toEqual([]);
  expect(calls).toBeGreaterThan(60);
}, 120_000);

it('detects that a call returns data of another guard', async () => {
  const { failures } = await fuzz(ground, [revealed], { seed: 1, runs: 0, values: 0 });
  expect(failures.map(({ name, says }) => `${name}: ${says}`)).toEqual([
    expect.stringMatching(/^another guard's id: shows [0-9a-f-]+, which is another guard's$/),
  ]);
});

it.each([
  ['a read that changes a row', 'GET', true, ['sessions', 'guards'], 'is a GET, but changed guards'],
  ['a read that only notes its session', 'GET', true, ['sessions', 'rate_limits'], null],
  ['a write that changes a row', 'POST', true, ['guards'], null],
  ['a refused write that changes a row', 'POST', false, ['otp_codes', 'sessions'], 'was refused, but changed sessions'],
] as const)('reports %s when it is a defect', (_what, method, isAccepted, changed, defect) => {
  expect(writeDefect({ id: 'made.up', method }, isAccepted, changed)).toBe(defect);
});

it('detects that a call which reads first and then writes without a lock does twice what it should do once', async () => {
  const note = endpoint({ id: 'test.note', method: 'POST', path: '/note', auth: 'approved', input: nothing(), output: anything() });
  const sent = { method: 'POST', path: '/v1/note', headers: {}, body: null };
  const send = async () => {
    // Its snapshot is from the start of the statement.
    const { rows } = await sql<{
      isThere: boolean;
    }>`select exists (select from rehearsed where what = 'once') as "isThere" from pg_sleep(0.2)`.execute(db());
    if (!rows[0]?.isThere) await sql`insert into rehearsed values ('once')`.execute(db());
    return { status: 200, type: 'application/json', body: Buffer.from('{"code":200}'), ms: 1 };
  };
  await sql`create table rehearsed (what text)`.execute(db());
  const settle = () => sql`delete from rehearsed`.execute(db());
  const says = await runTwiceConcurrently(
    bind(note, async () => null),
    { name: 'right', sent },
    { send, settle, figures: await readFigures() },
  );
  await sql`drop table rehearsed`.execute(db());
  expect(says).toEqual([
    'concurrent calls changed rehearsed differently from sequential ones',
    'under one key two calls changed rehearsed differently from one',
  ]);
});

it('detects changes of a call in tables and files, and restores them', async () => {
  await storeFile('kept.png', Buffer.from('kept'));
  const store = await takeSnapshot();
  expect(await store.changes()).toEqual([]);
  await getPool().query("insert into rate_limits (bucket, subject, count, resets_at) values ('x', 'x', 1, now())");
  await getPool().query("update static_pages set description = description || ' '");
  await removeFile('kept.png');
  await storeFile('new.png', Buffer.from('new'));
  const changed = await store.changes();
  expect(changed.sort()).toEqual(['media:kept.png', 'media:new.png', 'rate_limits', 'static_pages']);
  await store.restore(changed);
  expect(await store.changes()).toEqual([]);
  store.drop();
});

describe('the checks of replies', () => {
  const route = { kind: 'reply', endpoint: login } as unknown as Route;
  const sent = { method: 'POST', path: '/', headers: {}, body: null };
  const received = (status: number, body: unknown) => ({
    status,
    type: 'application/json',
    body: Buffer.from(JSON.stringify(body)),
    ms: 1,
  });
  const refusal = (code: number, message: string, more: object = {}) =>
    received(code, { code, message, data: null, userMessage: message, ...more });

  it.each([
    ['a 5xx', refusal(500, 'x'), 'status 500'],
    ['no envelope', received(400, 'x'), 'no envelope'],
    ['another code', received(400, { code: 200, message: 'x', data: null }), 'code 200'],
    ['no words', refusal(400, ' ', { errors: { email: 'Email is required' } }), 'without words'],
    ['words of the database', refusal(400, 'violates unique constraint'), 'not for people'],
    ['a field that is not marked', refusal(400, 'No', { errors: {} }), 'email is not marked'],
    ['other words than the schema has', refusal(400, 'No', { errors: { email: 'No' } }), 'instead of "Email is required"'],
    ['a refusal for another reason', refusal(404, 'No'), null],
    ['wrong input that was taken', received(200, { code: 200, message: '', data: null }), 'accepted against its schema'],
  ])('sees %s', (_what, reply, says) => {
    const found = checkReply(route, { name: '', sent, input: { password: 'x' } }, reply);
    if (says === null) expect(found).toBeNull();
    else expect(found).toContain(says);
  });
});
