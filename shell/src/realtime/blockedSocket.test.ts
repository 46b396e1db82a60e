import { ApiError, installClient } from '@portal/api-client/call';
import { callOverHttp } from './blockedSocket';
import { createBus, openTab, settle } from './realtime.fixture';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const sayCall = { name: 'say', input: { words: 'hi' }, key: 'the-key-1' };

it('calls over HTTP in every tab after three seconds without a socket, while the portal can be reached', async () => {
  const bus = createBus();
  const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
  leader.portal.isReachable = true;
  await jest.advanceTimersByTimeAsync(2_999);
  expect(leader.channel.live.current()).toBe('disconnected');
  await jest.advanceTimersByTimeAsync(1);
  expect([leader, follower].map(({ channel }) => channel.live.current())).toEqual(['connected', 'connected']);
  for (const { channel } of [leader, follower]) await expect(channel.call(sayCall)).resolves.toBe('done over HTTP');
  expect([leader.overHttp, leader.sockets[0]?.calls]).toEqual([[sayCall, sayCall], []]);
});

it('emits connected every ten seconds, so that pages read missed messages, until the socket is connected', async () => {
  const { channel, portal, sockets } = openTab();
  portal.isReachable = true;
  await jest.advanceTimersByTimeAsync(3_000);
  const states: string[] = [];
  channel.live.subscribe(() => states.push(channel.live.current()));
  await jest.advanceTimersByTimeAsync(20_000);
  expect(states).toEqual(['connected', 'connected']);
  sockets[0]?.onConnected();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(states).toEqual(['connected', 'connected', 'disconnected', 'connected']);
  await expect(channel.call(sayCall)).resolves.toBe('done');
});

it('treats a socket that replaces HTTP as a new connection in every tab', async () => {
  const bus = createBus();
  const [leader, follower] = [openTab({ bus }), openTab({ bus, isLeader: false })];
  leader.portal.isReachable = true;
  await jest.advanceTimersByTimeAsync(3_000);
  const states = [leader, follower].map(({ channel }) => {
    const received: string[] = [];
    channel.live.subscribe(() => received.push(channel.live.current()));
    return received;
  });
  leader.sockets[0]?.onConnected();
  expect(states).toEqual([
    ['disconnected', 'connected'],
    ['disconnected', 'connected'],
  ]);
});

it('requests the other open pages of every tab once over HTTP, and then once a minute', async () => {
  const { portal, dataChanges, posted, channel } = openTab();
  const polled = jest.fn();
  channel.live.subscribe(polled);
  await jest.advanceTimersByTimeAsync(3_000);
  expect(dataChanges).toEqual([]);
  portal.isReachable = true;
  await jest.advanceTimersByTimeAsync(60_000);
  expect([dataChanges, posted(), polled.mock.calls.length]).toEqual([[null], [null], 6]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect([dataChanges, posted()]).toEqual([
    [null, null],
    [null, null],
  ]);
});

it('is disconnected while the portal is unreachable, and goes over HTTP once it is reachable', async () => {
  const { channel, portal } = openTab();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(channel.live.current()).toBe('disconnected');
  portal.isReachable = true;
  await jest.advanceTimersByTimeAsync(10_000);
  expect(channel.live.current()).toBe('connected');
  portal.isReachable = false;
  await jest.advanceTimersByTimeAsync(10_000);
  expect(channel.live.current()).toBe('disconnected');
});

it('goes over HTTP again when the socket is lost, and not after the session', async () => {
  const { channel, portal, sockets, setToken } = openTab();
  portal.isReachable = true;
  await settle();
  sockets[0]?.onConnected();
  sockets[0]?.onDisconnected?.();
  expect(channel.live.current()).toBe('disconnected');
  await jest.advanceTimersByTimeAsync(3_000);
  expect(channel.live.current()).toBe('connected');
  await setToken(null);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(channel.live.current()).toBe('disconnected');
});

describe('a socket call over HTTP', () => {
  const answers = (reply: () => unknown) => {
    const send = jest.fn(async () => reply() as never);
    installClient({ send, file: () => Promise.reject(new Error('not here')) });
    return send;
  };

  it('has the input, the key and the envelope of the call', async () => {
    const send = answers(() => ({ code: 200, message: 'Said.', data: { said: 'hi' } }));
    expect(await callOverHttp(sayCall)).toEqual({ code: 200, message: 'Said.', data: { said: 'hi' } });
    expect(send).toHaveBeenCalledWith(expect.objectContaining({ method: 'POST', path: '/socket/say' }), sayCall.input, {
      idempotencyKey: 'the-key-1',
    });
  });

  it('returns the envelope of a refusal, and rejects without a reply', async () => {
    const refusal = { code: 403, message: 'Not yours', userMessage: 'This chat is not yours.', errors: { roomId: 'no' }, data: null };
    answers(() => {
      throw new ApiError(refusal);
    });
    expect(await callOverHttp(sayCall)).toEqual(refusal);
    answers(() => {
      throw new ApiError({ code: 0, message: '', data: null });
    });
    await expect(callOverHttp(sayCall)).rejects.toMatchObject({ code: 0 });
  });
});
