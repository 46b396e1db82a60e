import { session } from '@portal/contracts/auth/auth.endpoints';
import { moveClock, readMailbox } from '@portal/contracts/rehearsal/rehearsal.endpoints';
import { send } from '../../platform/outgoing';
import { startApi, type TestApi } from '../../testing/api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ clock: '2027-03-10T15:00:00.000Z' });
});
afterAll(() => api.stop());

describe('the test clock', () => {
  afterEach(() => api.call(moveClock, {}));

  it('moves the whole API, goes on running and returns', async () => {
    const { token } = await api.guard();
    const now = async () => (await api.call(session, {}, { token })).data.now;
    await api.call(moveClock, { now: '2027-03-14T12:00:00.000Z' });
    expect(await now()).toBe('2027-03-14T12:00:00.000Z');
    api.clock.advance({ minutes: 1 });
    expect(await now()).toBe('2027-03-14T12:01:00.000Z');
    expect((await api.call(moveClock, { advanceMinutes: 90 })).data.now).toBe('2027-03-14T13:31:00.000Z');
    expect((await api.call(moveClock, {})).data.now).toBe('2027-03-10T15:01:00.000Z');
  });
});

describe('the mailbox', () => {
  it('shows what was mailed and texted to one address', async () => {
    await send({ channel: 'mail', to: 'ada@example.com', subject: 'Hello', body: 'There' });
    await send({ channel: 'sms', to: '4165550100', subject: '', body: '1234' });
    const { data } = await api.call(readMailbox, { to: 'ada@example.com' });
    expect(data).toMatchObject([{ channel: 'mail', to: 'ada@example.com', subject: 'Hello', body: 'There' }]);
  });
});

it('a subject is one line, whatever was typed into it', async () => {
  await send({ channel: 'mail', to: 'eve@example.com', subject: 'Keys\r\nBcc: all@example.com\u0000\u2028now', body: 'Two\nlines' });
  const { data } = await api.call(readMailbox, { to: 'eve@example.com' });
  expect(data).toMatchObject([{ subject: 'Keys Bcc: all@example.com now', body: 'Two\nlines' }]);
});

describe('in production', () => {
  it('neither is offered', async () => {
    await api.stop();
    api = await startApi({ env: { mode: 'production' } });
    expect((await api.call(moveClock, {})).code).toBe(404);
    expect((await api.call(readMailbox, { to: 'x' })).code).toBe(404);
  });
});
