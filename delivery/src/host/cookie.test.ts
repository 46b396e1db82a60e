import Fastify from 'fastify';
import { cookie, setCookie } from './cookie';
import { hasSession, themeOf } from './page-request';

async function ask(scheme: 'http' | 'https', sent: string) {
  const app = Fastify({ trustProxy: true });
  app.get('/', async (request, reply) => {
    void setCookie(request, reply, 'ops', 'badge', { seconds: 60, path: '/_ops', sameSite: 'Strict' });
    void setCookie(request, reply, 'draw', '7', { isForPage: true });
    return { ops: cookie(request, 'ops') ?? null, theme: themeOf(request), session: hasSession(request) };
  });
  const reply = await app.inject({ url: '/', headers: { 'x-forwarded-proto': scheme, cookie: sent } });
  await app.close();
  return { ...reply.json<{ ops: string | null; theme: string | null; session: boolean }>(), lines: [reply.headers['set-cookie']].flat() };
}

it('sets cookies under their own names and paths on http', async () => {
  const { ops, lines } = await ask('http', 'ops=mine; __Host-ops=other');
  expect(ops).toBe('mine');
  expect(lines).toEqual(['ops=badge; Path=/_ops; Max-Age=60; HttpOnly; SameSite=Strict', 'draw=7; Path=/; SameSite=Lax']);
});

it('sets and reads cookies with the prefix __Host- on https, and ignores a cookie that a sibling domain can set', async () => {
  const { ops, lines } = await ask('https', 'ops=planted');
  expect(ops).toBeNull();
  expect(lines).toEqual([
    '__Host-ops=badge; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
    '__Host-draw=7; Path=/; SameSite=Lax; Secure',
  ]);
  expect((await ask('https', 'ops=planted; __Host-ops=mine')).ops).toBe('mine');
});

it('reads the session and the theme of the shell on https, and ignores planted ones', async () => {
  expect(await ask('https', '__Host-token=abc; __Host-theme=dark; theme=light')).toMatchObject({ session: true, theme: 'dark' });
  expect(await ask('https', 'token=abc; theme=dark')).toMatchObject({ session: false, theme: null });
});
