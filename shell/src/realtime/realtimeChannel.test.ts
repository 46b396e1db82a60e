import { events } from '@portal/contracts/_kernel/event';
import { object, string } from 'yup';
import { createBus, openTab, settle } from './realtime.fixture';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const chat = events('chat', { said: object({ text: string().required() }) });

it('delivers events to their listeners in every tab, and drops and reports events with a wrong shape', async () => {
  const bus = createBus();
  const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
  await settle();
  const received: unknown[] = [];
  for (const { channel } of [leader, follower]) channel.onEvent(chat, (one) => received.push(one));
  const stop = leader.channel.onEvent(chat, () => received.push('too often'));
  stop();
  leader.sockets[0]?.onEvent('said', { text: 'hello' });
  leader.sockets[0]?.onEvent('said', { text: 5 });
  leader.sockets[0]?.onEvent('toString', {});
  expect(received).toEqual([
    { name: 'said', payload: { text: 'hello' } },
    { name: 'said', payload: { text: 'hello' } },
  ]);
  for (const { reported } of [leader, follower])
    expect(reported).toEqual([{ event: 'event dropped', detail: expect.stringContaining('said: text must be') }]);
});

it('reports the connection state and each new connection in every tab', async () => {
  const bus = createBus();
  const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
  await settle();
  const states: string[] = [];
  follower.channel.live.subscribe(() => states.push(follower.channel.live.current()));
  expect([leader, follower].map(({ channel }) => channel.live.current())).toEqual(['disconnected', 'disconnected']);
  leader.sockets[0]?.onConnected();
  leader.sockets[0]?.onDisconnected?.();
  leader.sockets[0]?.onConnected();
  leader.sockets[0]?.onConnected();
  expect(states).toEqual(['connected', 'disconnected', 'connected', 'connected']);
  const late = openTab({ bus, isLeader: false });
  expect(late.channel.live.current()).toBe('connected');
  await leader.setToken(null);
  expect(late.channel.live.current()).toBe('disconnected');
});

describe('a call', () => {
  const sayCall = { name: 'say', input: { words: 'hi' }, key: 'the-key-1' };

  it('goes over the socket of the leader tab', async () => {
    const bus = createBus();
    const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
    await settle();
    leader.sockets[0]?.onConnected();
    await expect(leader.channel.call(sayCall)).resolves.toBe('done');
    leader.replies.push(async () => ({ code: 200 }));
    await expect(follower.channel.call(sayCall)).resolves.toEqual({ code: 200 });
    expect(leader.sockets[0]?.calls).toEqual([
      ['say', { words: 'hi' }, 'the-key-1'],
      ['say', { words: 'hi' }, 'the-key-1'],
    ]);
  });

  it('waits for the connection, and rejects after ten seconds', async () => {
    const { sockets, channel } = openTab();
    const soon = channel.call(sayCall);
    await settle();
    sockets[0]?.onConnected();
    await expect(soon).resolves.toBe('done');
    sockets[0]?.onDisconnected?.();
    const never = expect(channel.call(sayCall)).rejects.toMatchObject({ code: 0 });
    await jest.advanceTimersByTimeAsync(10_000);
    await never;
    sockets[0]?.onConnected();
    expect(sockets[0]?.calls).toHaveLength(1);
  });

  it.each([
    ['is not acknowledged in time', () => new Promise(() => undefined)],
    ['is aborted', () => Promise.reject(new Error('socket has been disconnected'))],
  ])('that %s rejects in this tab and in another', async (_how, reply) => {
    const bus = createBus();
    const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
    await settle();
    leader.sockets[0]?.onConnected();
    leader.replies.push(reply, reply);
    const outcomes = Promise.allSettled([leader, follower].map(({ channel }) => channel.call(sayCall)));
    await jest.advanceTimersByTimeAsync(10_000);
    for (const outcome of await outcomes) expect(outcome.status).toBe('rejected');
  });

  it('is never sent as another guard', async () => {
    const bus = createBus();
    const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false, guardId: 'another' })];
    await settle();
    leader.sockets[0]?.onConnected();
    const never = expect(follower.channel.call(sayCall)).rejects.toMatchObject({ code: 0 });
    await jest.advanceTimersByTimeAsync(10_000);
    await never;
    expect(leader.sockets[0]?.calls).toEqual([]);
  });
});
