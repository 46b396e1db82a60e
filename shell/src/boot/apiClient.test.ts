import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call } from '@portal/api-client/call';
import { login, logout } from '@portal/contracts/auth/auth.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { openReplyCaches } from '../offline/replyCache';
import type { PageConfig } from '../platform/pageData';
import { testSession } from '../session/session.fixture';
import { createSessionStore } from '../session/sessionStore';
import { installApiClient } from './apiClient';

/** The headers of each call, and the API's replies: an envelope, mostly with status 200. */
const authorizations: (string | undefined)[] = [];
const baggages: unknown[] = [];
let envelope: object = {};
let status = 200;
const server = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-headers', 'authorization, content-type, baggage');
  if (request.method === 'OPTIONS') return void response.end();
  authorizations.push(request.headers.authorization);
  baggages.push(request.headers.baggage);
  request.resume().on('end', () => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(envelope));
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
afterEach(() => {
  createSessionStore().clear();
  authorizations.length = 0;
  baggages.length = 0;
  status = 200;
});

/** The session and the client of a page. */
function open() {
  const toasts: string[][] = [];
  const moves: string[] = [];
  const session = testSession({ redirect: (to) => void moves.push(to), toast: (kind, text) => void toasts.push([kind, text]) });
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  installApiClient({
    config: { apiUrl, basic: 'Y2xpZW50' } as PageConfig,
    session,
    callSocket: async () => null,
    onReachable: () => undefined,
    onSessionOutdated: () => undefined,
    confirmSession: async () => false,
    traceCall: () => ({ baggage: 'module=mf-jobs,version=1.2.0' }),
    kept: {
      replyCaches: openReplyCaches(),
      guardId: () => null,
      isCachingAllowed: () => true,
      onRequest: () => undefined,
      onCachedReply: () => undefined,
      onFreshReply: () => undefined,
    },
  });
  return { session, toasts, moves };
}
const loginReply = { guard: guard(), tokens: { refresh: { token: 'of-this-session' } } };

it.each([
  ['nobody', false],
  ['a guard', true],
])('[AUTHZ-11] a login carries the credential of the page: %s', async (_who, isLoggedIn) => {
  envelope = { code: 200, message: '', data: { guard: guard(), tokens: { refresh: { token: 'new' } } } };
  const { session } = open();
  if (isLoggedIn) session.begin(loginReply);
  await call(login, { email: 'ada@example.com', password: 'x', deviceToken: 'web', deviceId: 'web', deviceType: 3 });
  expect(authorizations).toEqual(['Basic Y2xpZW50']);
});

it('[TRACE-01] a call carries the trace of its tap, and a write the trace that it brings', async () => {
  envelope = { code: 200, message: '', data: { guard: guard() } };
  open();
  await call(profile, { id: mockId(1) });
  await call(profile, { id: mockId(1) }, { headers: { baggage: 'module=mf-account,version=2.0.0' } });
  expect(baggages).toEqual(['module=mf-jobs,version=1.2.0', 'module=mf-account,version=2.0.0']);
});

it('[AUTHZ-18] a call carries the token of the session, and none after its end', async () => {
  envelope = { code: 200, message: '', data: { guard: guard() } };
  const { session } = open();
  session.begin(loginReply);
  await call(profile, { id: mockId(1) });
  session.end();
  await call(profile, { id: mockId(1) });
  expect(authorizations).toEqual(['Bearer of-this-session', undefined]);
});

it('[AUTHZ-18] a call carries the stored token after a reload', async () => {
  createSessionStore().write('stored-before', guard());
  envelope = { code: 200, message: '', data: { guard: guard() } };
  open();
  await call(profile, { id: mockId(1) });
  expect(authorizations).toEqual(['Bearer stored-before']);
});

describe('a read during a logout', () => {
  const reading = () => call(profile, { id: mockId(1) });
  beforeEach(() => {
    envelope = { code: 200, message: '', data: { guard: guard() } };
  });

  it('is not sent when the session ends', async () => {
    const { session, toasts } = open();
    session.begin(loginReply);
    session.beginLogout();
    const read = reading();
    session.end();
    await expect(read).rejects.toMatchObject({ code: 0 });
    expect([authorizations, toasts]).toEqual([[], []]);
  });

  it('is sent when the guard cancels the logout', async () => {
    const { session } = open();
    session.begin(loginReply);
    const stay = session.beginLogout();
    const read = reading();
    stay();
    await expect(read).resolves.toMatchObject({ code: 200 });
    await reading();
    expect(authorizations).toEqual(['Bearer of-this-session', 'Bearer of-this-session']);
  });

  it('is sent when the guard cancels the second of two overlapping logouts', async () => {
    const { session } = open();
    session.begin(loginReply);
    const cancelLogouts = [session.beginLogout()];
    const reads = [reading()];
    cancelLogouts.push(session.beginLogout());
    reads.push(reading());
    for (const stay of cancelLogouts) stay();
    await Promise.all(reads);
    expect(authorizations).toHaveLength(2);
  });

  it('does not delay a write', async () => {
    const { session } = open();
    session.begin(loginReply);
    session.beginLogout();
    await call(logout, { refreshToken: 'of-this-session' });
    expect(authorizations).toHaveLength(1);
  });
});

it.each([
  ['the profile', () => call(profile, { id: mockId(1) })],
  ['a search', () => call(searchJobs, {} as never)],
  ['the notifications', () => call(listNotifications, {} as never)],
])('[SESSION-07, SESSION-08, SESSION-09] a body code 401 on %s shows the server message as an error toast', async (_what, ask) => {
  envelope = { code: 401, message: 'You signed in on another phone.', data: null };
  const { session, toasts, moves } = open();
  session.begin(loginReply);
  await expect(ask()).rejects.toMatchObject({ code: 401 });
  expect(toasts).toEqual([['error', 'You signed in on another phone.']]);
  expect(moves.at(-1)).toBe('/guard/login');
});

it.each([
  ['a status alone', 401, {}],
  ['an empty message', 401, { code: 401, message: '', data: null }],
  ['a code in its body alone', 200, { code: 401, data: null }],
])(
  '[SESSION-05, SESSION-06/2] opens the login with the text of an expired session when a token is refused with %s',
  async (_what, replyStatus, replyEnvelope) => {
    [status, envelope] = [replyStatus, replyEnvelope];
    const { session, toasts, moves } = open();
    session.begin(loginReply);
    await expect(call(profile, { id: mockId(1) })).rejects.toMatchObject({ code: 401 });
    expect(toasts).toEqual([['error', 'Your session has expired. Please log in again.']]);
    expect([moves.at(-1), session.token()]).toEqual(['/guard/login', null]);
  },
);
