import { randomUUID } from 'node:crypto';
import { listNotifications, notify, readAllNotifications, readNotification } from '@portal/contracts/notifications/notifications.endpoints';
import type { Socket } from 'socket.io-client';
import { startApi, type TestApi, type TestGuard } from '../../testing/api';
import { heard, openSocket } from '../../testing/socket';

let api: TestApi;
let guard: TestGuard;
const sockets: Socket[] = [];

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  guard = await api.guard();
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await api.stop();
});

async function connect(): Promise<Socket> {
  const socket = await openSocket(api.url, { token: guard.token });
  sockets.push(socket);
  return socket;
}
const tell = async (title: string, to?: string) => (await api.call(notify, { guard: guard.id, title, ...(to && { to }) } as never)).data;
const list = async () => (await api.call(listNotifications, {}, { token: guard.token })).data.docs;
const read = (id: string, { token } = guard) => api.call(readNotification, { id }, { token });
const readMarks = async () => (await list()).map(({ title, isRead }) => [title, isRead]).sort();

it('are unread until the guard opens one, and each again is the same', async () => {
  const one = await tell('One', '/support');
  await tell('Two');
  expect(one).toMatchObject({ to: '/support', isRead: false });
  expect((await read(one.id)).code).toBe(200);
  expect((await read(one.id)).code).toBe(200);
  expect(await readMarks()).toEqual([
    ['One', true],
    ['Two', false],
  ]);
  expect((await api.call(readAllNotifications, {}, { token: guard.token })).code).toBe(200);
  expect((await api.call(readAllNotifications, {}, { token: guard.token })).code).toBe(200);
  expect(await readMarks()).toEqual([
    ['One', true],
    ['Two', true],
  ]);
});

it("another guard's is refused in the words of one that does not exist, and stays as it is", async () => {
  const mine = await tell('Mine');
  const other = await api.guard();
  const refusal = { code: 404, userMessage: 'This alert is not known here.' };
  expect(await read(mine.id, other)).toMatchObject(refusal);
  expect(await read(randomUUID())).toMatchObject(refusal);
  await api.call(readAllNotifications, {}, { token: other.token });
  expect(await readMarks()).toEqual([['Mine', false]]);
});

it.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', 'support'])(
  'may not lead to %s',
  async (to) => {
    const reply = await api.call(notify, { guard: guard.id, title: 'x', to } as never);
    expect(reply).toMatchObject({ code: 400, errors: { to: 'Name a path of the portal, such as /support' } });
    expect(await list()).toEqual([]);
  },
);

it('leads nowhere where no path is named', async () => {
  expect(await api.call(notify, { guard: guard.id, title: 'x', to: '' } as never)).toMatchObject({ code: 200, data: { to: null } });
});

it('a page that comes is told how many are unread, and each page at every change', async () => {
  await tell('Before');
  const counts: unknown[] = [];
  let said = () => {};
  const next = () =>
    new Promise<void>((resolve) => {
      said = resolve;
    });
  let counted = next();
  const hear = (name: string, payload: unknown) => {
    if (name !== 'count') return;
    counts.push(payload);
    said();
  };
  sockets.push(await openSocket(api.url, { token: guard.token }, hear));
  await counted;
  counted = next();
  const { id } = await tell('Now');
  await counted;
  counted = next();
  await read(id);
  await counted;
  // Nothing changed, so nothing is said.
  await read(id);
  counted = next();
  await api.call(readAllNotifications, {}, { token: guard.token });
  await counted;
  expect(counts).toEqual([1, 2, 1, 0].map((count) => ({ domain: 'notifications', count })));
});

it('what arrives is a notice on open pages', async () => {
  const socket = await connect();
  const notice = heard(socket, 'notice');
  const { id } = await tell('The gate code has changed');
  expect(await notice).toEqual({ id, title: 'The gate code has changed', body: '' });
});
