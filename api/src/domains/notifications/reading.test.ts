import { randomUUID } from 'node:crypto';
import { saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { listNotifications, readAllNotifications, readNotification } from '@portal/contracts/notifications/notifications.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import type { Socket } from 'socket.io-client';
import { openSocket, waitForEvent } from '../../../test/socket';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { notifyGuard as tellGuard } from './notify.service';

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

it('are unread until the guard opens one or all, and a repeat changes nothing', async () => {
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

it("another guard's alert is refused with the message for an unknown one, and stays as it is", async () => {
  const mine = await tell('Mine');
  const other = await api.guard();
  const refusal = { code: 404, userMessage: 'This alert is not known here.' };
  expect(await read(mine.id, other)).toMatchObject(refusal);
  expect(await read(randomUUID())).toMatchObject(refusal);
  await api.call(readAllNotifications, {}, { token: other.token });
  expect(await readMarks()).toEqual([['Mine', false]]);
});

it.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', 'support'])(
  'refuses a link to %s',
  async (to) => {
    const reply = await api.call(notify, { guard: guard.id, title: 'x', to } as never);
    expect(reply).toMatchObject({ code: 400, errors: { to: 'Name a path of the portal, such as /support' } });
    expect(await list()).toEqual([]);
  },
);

it('has no link without a path', async () => {
  expect(await api.call(notify, { guard: guard.id, title: 'x', to: '' } as never)).toMatchObject({ code: 200, data: { to: null } });
});

it('a page that connects gets the unread count, and each page gets it at every change', async () => {
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
  // Nothing changed, so no event is sent.
  await read(id);
  counted = next();
  await api.call(readAllNotifications, {}, { token: guard.token });
  await counted;
  expect(counts).toEqual([1, 2, 1, 0].map((count) => ({ domain: 'notifications', count })));
});

it('a new alert is sent as a notice to open pages', async () => {
  const socket = await connect();
  const notice = waitForEvent(socket, 'notice');
  const { id } = await tell('The gate code has changed');
  expect(await notice).toEqual({ id, title: 'The gate code has changed', body: '' });
});

describe('a page that connects', () => {
  const minutesAgo = (minutes: number) => new Date(api.clock.now().getTime() - minutes * 60_000).toISOString();

  /** The titles of the notices that the server sends at the handshake, before the counts. */
  async function missed(since?: unknown, { token } = guard): Promise<string[]> {
    const titles: string[] = [];
    let counted = () => {};
    const isGreeted = new Promise<void>((resolve) => {
      counted = resolve;
    });
    const hear = (name: string, payload: unknown) => {
      if (name === 'notice') titles.push((payload as { title: string }).title);
      if (name === 'count') counted();
    };
    sockets.push(await openSocket(api.url, { token, ...(since !== undefined && { since }) }, hear));
    await isGreeted;
    return titles;
  }

  it('gets the unread notices that it missed, the oldest first, also those that another page got', async () => {
    await tell('Before');
    api.clock.advance({ minutes: 1 });
    const since = minutesAgo(0);
    api.clock.advance({ seconds: 3 });
    await tell('One');
    api.clock.advance({ seconds: 1 });
    const { id } = await tell('Opened');
    await read(id);
    api.clock.advance({ seconds: 1 });
    await tell('Two');
    expect(await missed(since)).toEqual(['One', 'Two']);
    expect(await missed(since)).toEqual(['One', 'Two']);
    expect(await missed(since, await api.guard())).toEqual([]);
  });

  it('gets the 5 latest, and none that is older than 10 minutes', async () => {
    await tell('Old');
    api.clock.advance({ minutes: 10 });
    for (let n = 1; n <= 6; n++) {
      api.clock.advance({ seconds: 1 });
      await tell(`Notice ${n}`);
    }
    expect(await missed('1970-01-01T00:00:00.000Z')).toEqual([2, 3, 4, 5, 6].map((n) => `Notice ${n}`));
  });

  it.each([
    ['no instant', undefined],
    ['an empty text', ''],
    ['a text that is no date', 'yesterday'],
    ['a number', 0],
    ['an object', { $gt: '' }],
    ['null', null],
    ['an instant to come', '2100-01-01T00:00:00.000Z'],
  ])('gets none with %s', async (_case, since) => {
    await tell('One');
    expect(await missed(since)).toEqual([]);
  });

  it('gets no toast of a topic whose toasts the guard switched off', async () => {
    const off = { isSMS: false, isEmail: false, isNotification: false };
    const settings = { newJob: off, chat: off, jobAward: off, jobCancel: off, isNotification: true };
    await api.call(saveNotificationSettings, { id: guard.id, ...settings }, { token: guard.token });
    await tellGuard(guard.id, 'jobAward', { title: 'You were awarded a job' });
    expect(await list()).toHaveLength(1);
    expect(await missed(minutesAgo(1))).toEqual([]);
  });
});
