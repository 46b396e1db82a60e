import { logout } from '@portal/contracts/auth/auth.endpoints';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { testApi } from '../../../test/test-api';
import { db, transaction } from '../database/db';
import { createCallContext } from './call-context';
import { executeCall } from './execute-call';
import { bind, type CallContext, type ReplyRoute } from './routes';

const api = testApi();

/** The cookies of a reply after `breaks` conflicts in its transaction. */
async function cookiesAfter(breaks: number): Promise<string[]> {
  const app = Fastify();
  app.get('/', async (request, reply) => {
    const context = createCallContext(request, reply, undefined);
    let tries = 0;
    const act = transaction(async () => {
      context.setCookie('one', `of-try-${++tries}`, 60);
      if (tries <= breaks) await sql`do $$ begin raise exception 'met another one' using errcode = '40001'; end $$`.execute(db());
    });
    await act.catch(() => undefined);
    context.setCookie('other', 'of-none', 60);
    return {};
  });
  const { cookies } = await app.inject('/');
  await app.close();
  return cookies.map(({ name, value }) => `${name}=${value}`);
}

it.each([
  ['committed', 0, ['one=of-try-1', 'other=of-none']],
  ['run again after a conflict', 1, ['one=of-try-2', 'other=of-none']],
  ['rolled back', 3, ['other=of-none']],
])('sets only cookies of the committed run, for a transaction that was %s', async (_what, breaks, cookies) => {
  expect(await cookiesAfter(breaks)).toEqual(cookies);
});

it.each([
  ['http', 'http', 'own', /^one=value; Path=\/v1; Max-Age=60; HttpOnly; SameSite=Lax$/],
  ['https', 'https', 'prefixed', /^__Host-one=value; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax; Secure$/],
])('reads and sets on %s only cookies that no sibling domain can set there', async (_what, scheme, read, line) => {
  const app = Fastify();
  app.get('/', async (request, reply) => {
    const context = createCallContext(request, reply, undefined);
    context.setCookie('one', 'value', 60);
    return { read: context.cookie('two') };
  });
  const headers = { 'x-forwarded-proto': scheme, cookie: 'two=own; __Host-two=prefixed' };
  const reply = await app.inject({ url: '/', headers });
  await app.close();
  expect([reply.json(), reply.headers['set-cookie']]).toEqual([{ read }, expect.stringMatching(line)]);
});

it('rejects a cookie in a guard’s call with a stored reply, unless the route has onReplay', async () => {
  const guard = await api.guard();
  const signedIn = { id: guard.id, sessionId: '', step: 'done', nextStep: '' } as const;
  const set: string[] = [];
  const context = { setCookie: (name: string) => void set.push(name) } as unknown as CallContext;
  const route = bind(logout, async (_me, _input, { setCookie }) => setCookie('one', 'value', 60)) as ReplyRoute;
  const asked = { guard: signedIn, staff: null, input: {}, context, key: 'a-key-of-its-own' };
  await expect(executeCall(route, asked, 'test')).rejects.toThrow(`${logout.id} sets a cookie: bind it with onReplay`);
  const knowing: ReplyRoute = { ...route, onReplay: async (_me, _input, { setCookie }) => setCookie('again', 'value', 60) };
  for (const times of [1, 2, 3]) expect([times, (await executeCall(knowing, asked, 'test')).code]).toEqual([times, 200]);
  expect(set).toEqual(['one', 'again', 'again']);
});
