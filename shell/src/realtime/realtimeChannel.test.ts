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
  const heard: unknown[] = [];
  for (const { channel } of [leader, follower]) channel.onEvent(chat, (one) => heard.push(one));
  const stop = leader.channel.onEvent(chat, () => heard.push('too often'));
  stop();
  leader.opened[0]?.onEvent('said', { text: 'hello' });
  leader.opened[0]?.onEvent('said', { text: 5 });
  leader.opened[0]?.onEvent('toString', {});
  expect(heard).toEqual([
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
  leader.opened[0]?.onConnected();
  leader.opened[0]?.onDisconnected?.();
  leader.opened[0]?.onConnected();
  leader.opened[0]?.onConnected();
  expect(states).toEqual(['connected', 'disconnected', 'connected', 'connected']);
  const late = openTab({ bus, isLeader: false });
  expect(late.channel.live.current()).toBe('connected');
  await leader.become(null);
  expect(late.channel.live.current()).toBe('disconnected');
});

describe('a call', () => {
  const say = { name: 'say', input: { words: 'hi' }, key: 'the-key-1' };

  it('goes over the socket of the leader tab', async () => {
    const bus = createBus();
    const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
    await settle();
    leader.opened[0]?.onConnected();
    await expect(leader.channel.call(say)).resolves.toBe('done');
    leader.replies.push(async () => ({ code: 200 }));
    await expect(follower.channel.call(say)).resolves.toEqual({ code: 200 });
    expect(leader.opened[0]?.calls).toEqual([
      ['say', { words: 'hi' }, 'the-key-1'],
      ['say', { words: 'hi' }, 'the-key-1'],
    ]);
  });

  it('waits for the connection, and rejects after ten seconds', async () => {
    const { opened, channel } = openTab();
    const soon = channel.call(say);
    await settle();
    opened[0]?.onConnected();
    await expect(soon).resolves.toBe('done');
    opened[0]?.onDisconnected?.();
    const never = expect(channel.call(say)).rejects.toMatchObject({ code: 0 });
    await jest.advanceTimersByTimeAsync(10_000);
    await never;
    opened[0]?.onConnected();
    expect(opened[0]?.calls).toHaveLength(1);
  });

  it.each([
    ['is not acknowledged in time', () => new Promise(() => undefined)],
    ['is aborted', () => Promise.reject(new Error('socket has been disconnected'))],
  ])('that %s rejects in this tab and in another', async (_how, reply) => {
    const bus = createBus();
    const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
    await settle();
    leader.opened[0]?.onConnected();
    leader.replies.push(reply, reply);
    const outcomes = Promise.allSettled([leader, follower].map(({ channel }) => channel.call(say)));
    await jest.advanceTimersByTimeAsync(10_000);
    for (const outcome of await outcomes) expect(outcome.status).toBe('rejected');
  });

  it('is never sent as another guard', async () => {
    const bus = createBus();
    const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false, guardId: 'another' })];
    await settle();
    leader.opened[0]?.onConnected();
    const never = expect(follower.channel.call(say)).rejects.toMatchObject({ code: 0 });
    await jest.advanceTimersByTimeAsync(10_000);
    await never;
    expect(leader.opened[0]?.calls).toEqual([]);
  });
});
