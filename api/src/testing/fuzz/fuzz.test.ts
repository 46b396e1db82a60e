import { endpoint } from '@portal/contracts/_kernel/endpoint';
import { id } from '@portal/contracts/_kernel/shapes';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { object, string } from 'yup';
import { openPool } from '../../platform/db';
import { bind, type Route } from '../../platform/http-binding';
import { removeFile, storeFile } from '../../platform/media';
import { startApi, type TestApi } from '../api';
import { everyRoute, fuzz } from './fuzz';
import { judge } from './judge';
import { keepStore } from './store';

/** A bounded part of `npm run test:fuzz`: every endpoint, a few values for each key, chosen by the seed. */
const extent = { seed: 20_261_121, runs: 1, values: 3 };

const say = endpoint({
  id: 'test.say',
  method: 'EVENT',
  path: 'say',
  auth: 'approved',
  input: object({ words: string().required('Say something').max(2000), room: id().required() }),
  output: object({ words: string().required() }),
});
const said = bind(say, async (_me, { words }) => ({ words }));

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ socketRoutes: [said] });
});
afterAll(() => api.stop());

/** Every endpoint is in one of so many parts: each has a deadline of its own, however many endpoints there come to be. */
const PARTS = 12;
const partOf = (part: number) => everyRoute().filter((_route, at) => at % PARTS === part - 1);

it.each(Array.from({ length: PARTS }, (_, at) => at + 1))(
  'bad input of every endpoint is refused in words, changes nothing and never ends in a 5xx: part %i',
  async (part) => {
    const { calls, failures } = await fuzz(api, partOf(part), extent);
    expect(failures.map(({ endpoint, name, says, curl }) => `${endpoint}, ${name}: ${says}\n${curl}`)).toEqual([]);
    expect(calls).toBeGreaterThan(partOf(part).length * 10);
  },
  120_000,
);

it('and so is bad input of a socket call', async () => {
  const { calls, failures } = await fuzz(api, [said], { seed: 1, runs: 20 });
  expect(failures.map(({ name, says }) => `${name}: ${says}`)).toEqual([]);
  expect(calls).toBeGreaterThan(60);
}, 120_000);

it('sees what a call changed, in tables and files, and puts it back', async () => {
  await storeFile('kept.png', Buffer.from('kept'));
  const store = await keepStore();
  expect(await store.changes()).toEqual([]);
  await openPool().query("insert into rate_limits (bucket, subject, count, resets_at) values ('x', 'x', 1, now())");
  await openPool().query("update static_pages set description = description || ' '");
  await removeFile('kept.png');
  await storeFile('new.png', Buffer.from('new'));
  const changed = await store.changes();
  expect(changed.sort()).toEqual(['media:kept.png', 'media:new.png', 'rate_limits', 'static_pages']);
  await store.restore(changed);
  expect(await store.changes()).toEqual([]);
  store.drop();
});

describe('the judge', () => {
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
    const found = judge(route, { name: '', sent, input: { password: 'x' } }, reply);
    if (says === null) expect(found).toBeNull();
    else expect(found).toContain(says);
  });
});
