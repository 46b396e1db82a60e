import type { IncomingHttpHeaders } from 'node:http';
import { io } from 'socket.io-client';
import { startApi } from '../../../test/test-api';
import type { Env } from '../config/env';
import { isAllowedOrigin } from './socket-origin';

type Settings = Pick<Env, 'mode' | 'portalUrl' | 'corsOrigins'>;
const production: Settings = { mode: 'production', portalUrl: 'https://portal.example.com', corsOrigins: ['https://app.example.com'] };
const unnamed: Settings = { mode: 'production', portalUrl: '', corsOrigins: [] };
const demo: Settings = { ...production, mode: 'demo' };

it.each<[string, IncomingHttpHeaders, Settings, boolean]>([
  ['a client other than a browser', { host: 'portal.example.com' }, production, true],
  ['a page of the portal', { origin: 'https://portal.example.com', host: '10.0.0.7:8081' }, production, true],
  ['a page of an origin in CORS_ORIGINS', { origin: 'https://app.example.com' }, production, true],
  ['a page of another site', { origin: 'https://evil.example', host: 'portal.example.com' }, production, false],
  ['a host name that begins with the portal’s', { origin: 'https://portal.example.com.evil.example' }, production, false],
  ['the portal’s host name without TLS', { origin: 'http://portal.example.com', host: 'portal.example.com' }, production, false],
  ['a sandboxed page', { origin: 'null', host: 'portal.example.com' }, production, false],
  ['a foreign name that resolves to the portal', { origin: 'https://evil.example', host: 'evil.example' }, production, false],
  ['the host name of the request, without PORTAL_URL', { origin: 'https://guards.test', host: 'guards.test' }, unnamed, true],
  ['another host name, without PORTAL_URL', { origin: 'https://evil.example', host: 'guards.test' }, unnamed, false],
  ['another port of a demonstration', { origin: 'http://127.0.0.1:8090', host: '127.0.0.1:8090' }, demo, true],
  ['the forwarded host name', { origin: 'http://10.0.0.5:8080', host: '127.0.0.1:8081', 'x-forwarded-host': '10.0.0.5:8080' }, demo, true],
  ['a page of another site, in a demonstration', { origin: 'http://evil.example', host: '127.0.0.1:8090' }, demo, false],
])('decides on a handshake of %s', (_whose, headers, settings, isOwn) => {
  expect(isAllowedOrigin({ headers }, settings)).toBe(isOwn);
});

it('rejects a socket of a foreign page with any token and logs it, and accepts sockets of the portal’s pages and of other clients', async () => {
  const lines: string[] = [];
  const api = await startApi({ env: { logLevel: 'warn' }, log: { write: (line: string) => void lines.push(line) } });
  const { token } = await api.guard();
  const opened = (origin?: string): Promise<string> =>
    new Promise((resolve) => {
      const headers = origin ? { extraHeaders: { origin } } : {};
      const socket = io(api.url, { transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true, ...headers });
      const end = (said: string) => {
        socket.close();
        resolve(said);
      };
      socket.once('connect', () => end('open'));
      socket.once('connect_error', () => end('refused'));
    });
  expect(await Promise.all([opened(), opened('https://portal.example.com'), opened(api.url)])).toEqual(['open', 'open', 'open']);
  expect(lines.filter((line) => line.includes('foreign page'))).toEqual([]);
  expect(await Promise.all([opened('https://evil.example'), opened('null')])).toEqual(['refused', 'refused']);
  expect(lines.filter((line) => line.includes('"security":"forbidden"') && line.includes('foreign page'))).toHaveLength(2);
  await api.stop();
});
