import Fastify from 'fastify';
import { sql } from 'kysely';
import { testApi } from '../../testing/api';
import { db, transaction } from '../database/db';
import { visitOf } from './visit';

testApi();

/** The cookies of a reply whose transaction is broken off so often. */
async function cookiesAfter(breaks: number): Promise<string[]> {
  const app = Fastify();
  app.get('/', async (request, reply) => {
    const visit = visitOf(request, reply, undefined);
    let tries = 0;
    const act = transaction(async () => {
      visit.setCookie('one', `of-try-${++tries}`, 60);
      if (tries <= breaks) await sql`do $$ begin raise exception 'met another one' using errcode = '40001'; end $$`.execute(db());
    });
    await act.catch(() => undefined);
    visit.setCookie('other', 'of-none', 60);
    return {};
  });
  const { cookies } = await app.inject('/');
  await app.close();
  return cookies.map(({ name, value }) => `${name}=${value}`);
}

it.each([
  ['carried out', 0, ['one=of-try-1', 'other=of-none']],
  ['broken off and carried out once more', 1, ['one=of-try-2', 'other=of-none']],
  ['undone', 2, ['other=of-none']],
])('a cookie stands for what was stored: of an act that was %s', async (_what, breaks, cookies) => {
  expect(await cookiesAfter(breaks)).toEqual(cookies);
});
