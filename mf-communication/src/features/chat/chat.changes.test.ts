import { getChats } from '@portal/contracts/chat/chat.endpoints';
import type { Room } from '@portal/contracts/chat/chat.shapes';
import { chatServer, GATE, gateRoom, LOBBY, lines, me, message, room, sam } from '@portal/testing/chat';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { createChatStore } from './chat.store';
import { advanceTime, createPageOpener, idsOf } from './chatStore.fixture';

const page = createPageOpener({ guardId: me, guard: guard() }, LOBBY);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('older messages', () => {
  it('reads older messages from the oldest known message, one request at a time', async () => {
    const { chats } = chatServer(lines(1, 70));
    const { start, store, history, ids } = page();
    await start();
    chats.calls.length = 0;
    const both = [store.older(LOBBY), store.older(LOBBY)];
    expect(history().older).toBe('loading');
    await Promise.all(both);
    expect(chats.calls).toMatchObject([{ roomId: LOBBY, lastMessageTimeStamp: message(41).timeStamp }]);
    expect(ids()[0]).toBe(message(12).id);
    expect(history()).toMatchObject({ older: 'ready', hasOlder: true });
  });

  it('reads older messages again after a failure', async () => {
    chatServer(lines(1, 70));
    const { start, store, history } = page();
    await start();
    mockEndpoint(getChats, fails({ code: 500, message: 'Broken' }));
    await store.older(LOBBY);
    expect(history()).toMatchObject({ older: 'failed', failure: null });
    chatServer(lines(1, 70));
    await store.older(LOBBY);
    expect(history().older).toBe('ready');
  });

  it('reads the newest messages of an unread room, and nothing for an unknown room', async () => {
    const { chats } = chatServer(lines(1, 3));
    const { start, store, history } = page();
    await start(null);
    await store.older(mockId(999));
    expect(chats.calls).toEqual([]);
    await store.older(LOBBY);
    expect(chats.calls).toMatchObject([{ lastMessageTimeStamp: '' }]);
    expect(history()).toMatchObject({ isRead: true, older: 'loading' });
  });
});

describe('when the chat domain changes', () => {
  it('reads the rooms once for all changes within half a second', async () => {
    const { calls } = chatServer();
    const { start, invalidate } = page();
    await start(null);
    calls.length = 0;
    invalidate('chat');
    await advanceTime(499);
    invalidate('chat');
    expect(calls).toEqual([]);
    await advanceTime(1);
    expect(calls).toEqual(['get_rooms']);
    await advanceTime(1000);
    expect(calls).toHaveLength(1);
    invalidate('chat');
    invalidate('jobs');
    await advanceTime(500);
    expect(calls).toHaveLength(2);
  });

  it('reads no rooms without a connection, or after the screen was left', async () => {
    const { calls } = chatServer();
    const { start, invalidate, setConnection } = page();
    const stop = await start(null);
    setConnection('disconnected');
    calls.length = 0;
    invalidate('chat');
    await advanceTime(500);
    invalidate('chat');
    stop();
    setConnection('connected');
    invalidate('chat');
    await advanceTime(1000);
    expect(calls).toEqual([]);
  });
});

describe('events', () => {
  const opened = async (begins = lines(1, 3)) => {
    const server = chatServer(begins, [room({ unreadCount: 1 }), gateRoom()]);
    const one = page();
    const stop = await one.start();
    return { ...server, ...one, stop, heard: one.store.eventHandlers };
  };

  it('an event replaces the rooms', async () => {
    const { heard, store } = await opened();
    heard.rooms([gateRoom()]);
    expect(store.current().rooms).toEqual([gateRoom()]);
  });

  it('an event adds a page that overlaps the known messages, and ignores a page that would leave a hole', async () => {
    const { heard, ids } = await opened();
    heard.chats({ roomId: LOBBY, chats: lines(6, 7) });
    expect(ids()).toHaveLength(3);
    heard.chats({ roomId: LOBBY, chats: lines(3, 5) });
    expect(ids()).toEqual(idsOf(lines(1, 5)));
  });

  it.each([
    [
      'that was not read yet',
      async ({ heard }: Awaited<ReturnType<typeof opened>>) => heard.receiveMessage(message(1, { roomId: GATE })),
      GATE,
      1,
    ],
    [
      'with a gap',
      async ({ setConnection, store }: Awaited<ReturnType<typeof opened>>) => {
        store.open(null);
        setConnection('disconnected');
        setConnection('connected');
        await advanceTime();
      },
      LOBBY,
      3,
    ],
  ] as const)('an event adds no page of a room %s', async (_what, act, roomId, held) => {
    const one = await opened();
    await act(one);
    one.heard.chats({ roomId, chats: lines(1, 9).map((each) => ({ ...each, roomId })) });
    expect(one.ids(roomId)).toHaveLength(held);
  });

  it('an event adds a message, counts it as unread, and reports its arrival after a pause', async () => {
    const { heard, ids, roomOf, received, stop } = await opened();
    heard.receiveMessage(message(4, { timeStamp: '2027-03-14T16:00:00.000Z' }));
    expect([ids().at(-1), roomOf()?.unreadCount, received.calls]).toEqual([message(4).id, 2, []]);
    await advanceTime(300);
    expect(received.calls).toEqual([{ roomId: LOBBY, messageId: message(4).id }]);
    heard.receiveMessage(message(5));
    stop();
    await advanceTime(1000);
    expect(received.calls).toHaveLength(1);
  });

  it('adds the guard’s own message from any device once, as read, even if the reply to its call arrives too', async () => {
    const { heard, store, ids, roomOf, received } = await opened();
    const own = message(4, { senderId: me, timeStamp: '2027-03-14T16:00:00.000Z' });
    heard.messageSave({ clientId: 'c', message: own });
    store.saved({ clientId: 'c', message: own });
    store.saved({ clientId: 'd', message: { ...own, id: message(5).id } });
    expect([ids().slice(3), roomOf()?.unreadCount]).toEqual([[message(4).id, message(5).id], 1]);
    await advanceTime(300);
    expect(received.calls).toEqual([]);
  });

  it('events update deliveries, read marks and a new room', async () => {
    const { heard, store, roomOf } = await opened();
    heard.deliveredMessage({ messageIds: ['a'] });
    expect([...store.current().delivered]).toEqual(['a']);
    heard.readMessage({ roomId: LOBBY, userId: sam, timeStamp: message(3).timeStamp });
    expect(roomOf()?.marks).toEqual([{ userId: sam, delivered: message(3).timeStamp, read: message(3).timeStamp }]);
    const third: Room = room({ _id: mockId(300) });
    heard.new_group(third);
    expect(roomOf(mockId(300))).toEqual(third);
  });
});

it('informs subscribers of each change until they unsubscribe', () => {
  const { store } = page('disconnected');
  const watches = jest.fn();
  const stop = store.subscribe(watches);
  const one = { roomId: LOBBY, clientId: 'c', message: 'Hm', state: 'sending', at: '' } as const;
  store.setUnqueued((all) => [...all, one]);
  store.setUnqueued((all) => [...all, { ...one, clientId: 'd' }]);
  expect(store.current().unqueued.map(({ clientId }) => clientId)).toEqual(['c', 'd']);
  expect(watches).toHaveBeenCalledTimes(2);
  stop();
  store.setUnqueued(() => []);
  expect(watches).toHaveBeenCalledTimes(2);
});

it('stays silent in a shell without a realtime channel', async () => {
  const { calls } = chatServer();
  const store = createChatStore({ onChanged: () => () => undefined } as never, { guardId: me, guard: guard() });
  const stop = store.start();
  store.open(LOBBY);
  await advanceTime();
  stop();
  expect(calls).toEqual([]);
});
