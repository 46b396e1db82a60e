import { changePassword, forgotPassword, logout, resetPassword } from '@portal/contracts/auth/auth.endpoints';
import { endOtherSessions } from '@portal/contracts/auth/auth.sessions';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import type { Socket } from 'socket.io-client';
import { startSecondApi } from '../../../test/second-api';
import { openSession } from '../../../test/sessions';
import { openSocket, waitForEvent } from '../../../test/socket';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';

jest.setTimeout(240_000);

let api: TestApi;
let beside: Awaited<ReturnType<typeof startSecondApi>>;
let guard: TestGuard;
const sockets: Socket[] = [];

beforeAll(async () => {
  api = await startApi({ severalProcesses: true });
  beside = await startSecondApi(api);
});
beforeEach(async () => {
  guard = await api.guard();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(async () => {
  await beside.stop();
  await api.stop();
});

async function connect(url: string, token: string): Promise<Socket> {
  const socket = await openSocket(url, { token });
  sockets.push(socket);
  return socket;
}

it('a log-out is replied again under its key when its reply was lost; without the key, or later, the session is over', async () => {
  const again = (key: string) => api.call(logout, {}, { token: guard.token, headers: { 'idempotency-key': key } });
  const first = await again('log-out-of-this-test');
  expect(first).toMatchObject({ status: 200, code: 200 });
  expect(await again('log-out-of-this-test')).toEqual(first);
  expect(await again('another-key-of-this-test')).toMatchObject({ status: 401 });
  expect(await api.call(logout, {}, guard)).toMatchObject({ status: 401 });
  api.clock.advance({ minutes: 11 });
  expect(await again('log-out-of-this-test')).toMatchObject({ status: 401 });
});

const acts: readonly [string, () => Promise<unknown>, { isMineOver: boolean; areOthersOver: boolean }][] = [
  ['a log-out', () => api.call(logout, {}, guard), { isMineOver: true, areOthersOver: false }],
  ['“log out everywhere else”', () => api.call(endOtherSessions, {}, guard), { isMineOver: false, areOthersOver: true }],
  [
    'a new password',
    () => api.call(changePassword, { oldPassword: guard.password, password: 'Quiet7Harbour$' }, guard),
    { isMineOver: false, areOthersOver: true },
  ],
  [
    'a reset of the password',
    async () => {
      await api.call(forgotPassword, { email: guard.email });
      const [mail] = (await api.call(readMailbox, { to: guard.email })).data;
      await api.call(resetPassword, { token: /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '', password: 'Quiet7Harbour$' });
    },
    { isMineOver: true, areOthersOver: true },
  ],
];

it.each(acts)('%s ends the sockets of the sessions that it ends, at both APIs, and no other', async (_what, act, over) => {
  const other = await openSession(guard.id, 'web');
  const mine = await Promise.all([api.url, beside.url].map((url) => connect(url, guard.token)));
  const others = await Promise.all([api.url, beside.url].map((url) => connect(url, other)));
  const ending = [...(over.isMineOver ? mine : []), ...(over.areOthersOver ? others : [])];
  const ended = ending.map((socket) => waitForEvent(socket, 'disconnect'));
  await act();
  expect(await Promise.all(ended)).toEqual(ending.map(() => 'io server disconnect'));
  for (const socket of [...mine, ...others]) expect(socket.connected).toBe(!ending.includes(socket));
});
