import { getChats, getRooms, initChat, readMessages } from '@portal/contracts/chat/chat.endpoints';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { chatServer, GATE, gateRoom, LOBBY, lines, me, message, room } from '@portal/testing/chat';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { advanceTime, createDeferred, createPageOpener, idsOf } from './chatStore.fixture';

const page = createPageOpener({ guardId: me, guard: guard() }, LOBBY);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('connecting', () => {
  it('identifies the guard, reads the rooms, then the open room', async () => {
    const { calls, chats } = chatServer();
    const { store, ids, history, roomOf } = page();
    store.start();
    store.open(LOBBY);
    await advanceTime();
    expect(calls).toEqual(['init', 'get_rooms', 'get_chats']);
    expect(chats.calls).toMatchObject([{ roomId: LOBBY, lastMessageTimeStamp: '' }]);
    expect(ids()).toEqual(idsOf(lines(1, 3)));
    expect(history()).toMatchObject({ isRead: true, failure: null, lastBeforeGap: null });
    expect(roomOf(GATE)).toEqual(gateRoom());
  });

  it('waits for a connection before the first request', async () => {
    const { calls } = chatServer();
    const { store, setConnection } = page('disconnected');
    store.start();
    store.open(LOBBY);
    await advanceTime();
    expect(calls).toEqual([]);
    setConnection('connected');
    await advanceTime();
    expect(calls).toEqual(['init', 'get_rooms', 'get_chats']);
    setConnection('disconnected');
    await advanceTime();
    expect(calls).toHaveLength(3);
  });

  it('reads no messages without an open room', async () => {
    const { calls } = chatServer();
    await page().start(null);
    expect(calls).toEqual(['init', 'get_rooms']);
  });

  it('reads nothing more and keeps the error when the server refuses the guard', async () => {
    const { calls } = chatServer();
    mockEndpoint(initChat, fails({ code: 403, message: 'No', userMessage: 'Not you.' }));
    const { store } = page();
    store.start();
    await advanceTime();
    expect(calls).toEqual([]);
    expect(store.current()).toMatchObject({ rooms: null, failure: { code: 403 } });
  });

  it('keeps the error and the earlier rooms when the rooms cannot be read, and reads the open room', async () => {
    chatServer();
    const { store, setConnection } = page();
    store.start();
    await advanceTime();
    mockEndpoint(getRooms, fails({ code: 500, message: 'Broken' }));
    store.open(LOBBY);
    setConnection('connected');
    await advanceTime();
    expect(store.current()).toMatchObject({ rooms: [{ _id: LOBBY }, { _id: GATE }], failure: { code: 500 } });
    store.retry();
    await advanceTime();
    expect(store.current().failure).toMatchObject({ code: 500 });
    chatServer();
    store.retry();
    await advanceTime();
    expect(store.current().failure).toBeNull();
  });
});

describe('opening a room', () => {
  it('reads a room once for simultaneous requests, and not again while its messages are known', async () => {
    const { chats } = chatServer();
    const { store } = page();
    await store.start();
    await advanceTime();
    const slow = createDeferred<{ roomId: string; chats: Message[] }>();
    const asked = mockEndpoint(getChats, () => slow.answer);
    store.open(LOBBY);
    store.open(LOBBY);
    await advanceTime();
    expect(asked.calls).toHaveLength(1);
    slow.resolve({ roomId: LOBBY, chats: lines(1, 3) });
    await advanceTime();
    store.open(LOBBY);
    await advanceTime();
    expect([asked.calls.length, chats.calls.length]).toEqual([1, 0]);
  });

  it('reads a room without waiting for another room', async () => {
    chatServer();
    const { store } = page();
    store.start();
    await advanceTime();
    const asked = mockEndpoint(getChats, () => createDeferred<never>().answer);
    store.open(LOBBY);
    store.open(GATE);
    await advanceTime();
    expect(asked.calls.map(({ roomId }) => roomId)).toEqual([LOBBY, GATE]);
  });

  it('does not request a room that the server does not list', async () => {
    const { chats } = chatServer();
    await page().start(mockId(999));
    expect(chats.calls).toEqual([]);
  });

  it('keeps the error of a room, and reads again on Retry', async () => {
    chatServer();
    mockEndpoint(getChats, fails({ code: 500, message: 'Broken' }));
    const { store, history, ids } = page();
    await store.start();
    store.open(LOBBY);
    await advanceTime();
    expect(history()).toMatchObject({ isRead: false, failure: { code: 500 } });
    const slow = createDeferred<{ roomId: string; chats: Message[] }>();
    mockEndpoint(getChats, () => slow.answer);
    store.retryRoom();
    expect(history().failure).toBeNull();
    slow.resolve({ roomId: LOBBY, chats: lines(1, 3) });
    await advanceTime();
    expect(ids()).toEqual(idsOf(lines(1, 3)));
  });

  it('Retry does not read a room that is no longer open', async () => {
    const { chats } = chatServer();
    const { store } = page();
    await advanceTime();
    store.retryRoom();
    await advanceTime();
    expect([chats.calls, store.current().histories]).toEqual([[], {}]);
  });

  it('sends the read receipt once the unread messages are known', async () => {
    const { read } = chatServer(lines(1, 3), [room({ unreadCount: 2 })]);
    const { store, roomOf } = page();
    store.seen(LOBBY, message(3).id);
    expect(read.calls).toEqual([]);
    store.start();
    await advanceTime();
    expect(read.calls).toEqual([{ roomId: LOBBY, messageId: message(3).id }]);
    expect(roomOf()?.unreadCount).toBe(0);
  });

  it('sends the read receipt again after the room was read again', async () => {
    chatServer(lines(1, 3), [room({ unreadCount: 2 })]);
    mockEndpoint(readMessages, fails({ code: 0, message: 'No answer' }));
    const { store } = page();
    store.start();
    await advanceTime();
    store.seen(LOBBY, message(3).id);
    await advanceTime();
    const { calls } = mockEndpoint(readMessages, ({ roomId }) => ({ roomId, unreadCount: 0 }));
    store.open(LOBBY);
    await advanceTime();
    expect(calls).toEqual([{ roomId: LOBBY, messageId: message(3).id }]);
  });
});

describe('after a gap', () => {
  it('reads the missing messages of the open room once', async () => {
    const { said, chats } = chatServer(lines(1, 3));
    const { start, setConnection, ids, history } = page();
    await start();
    said.push(...lines(4, 70));
    chats.calls.length = 0;
    setConnection('disconnected');
    setConnection('connected');
    await advanceTime();
    expect(chats.calls).toHaveLength(3);
    expect(ids()).toEqual(idsOf(lines(1, 70)));
    expect(history().lastBeforeGap).toBeNull();
  });

  it('drops a first page that was requested before the gap, because the new connection reads its own', async () => {
    chatServer();
    const { store, setConnection, ids } = page();
    store.start();
    await advanceTime();
    const answers = [createDeferred<{ roomId: string; chats: Message[] }>(), createDeferred<{ roomId: string; chats: Message[] }>()];
    let asked = 0;
    mockEndpoint(getChats, () => answers[asked++]?.answer ?? createDeferred<never>().answer);
    store.open(LOBBY);
    setConnection('connected');
    await advanceTime();
    expect(asked).toBe(2);
    answers[0]?.resolve({ roomId: LOBBY, chats: lines(1, 3) });
    await advanceTime();
    expect(ids()).toEqual([]);
    answers[1]?.resolve({ roomId: LOBBY, chats: lines(1, 4) });
    await advanceTime();
    expect(ids()).toEqual(idsOf(lines(1, 4)));
  });

  it('keeps a second gap that begins during the reading, until it is read', async () => {
    chatServer(lines(1, 3));
    const { start, setConnection, history, ids } = page();
    await start();
    const answers = [createDeferred<{ roomId: string; chats: Message[] }>(), createDeferred<{ roomId: string; chats: Message[] }>()];
    let asked = 0;
    mockEndpoint(getChats, () => answers[asked++]?.answer ?? createDeferred<never>().answer);
    setConnection('disconnected');
    setConnection('connected');
    await advanceTime();
    setConnection('disconnected');
    setConnection('connected');
    await advanceTime();
    answers[0]?.resolve({ roomId: LOBBY, chats: lines(1, 5) });
    await advanceTime();
    expect([ids().length, history().lastBeforeGap]).toEqual([5, message(3).id]);
    answers[1]?.resolve({ roomId: LOBBY, chats: lines(1, 6) });
    await advanceTime();
    expect([ids().length, history().lastBeforeGap]).toEqual([6, null]);
  });
});

describe('over HTTP, where connected is emitted every ten seconds', () => {
  const last = (number: number) => room({ lastMessage: { message: 'x', timeStamp: message(number).timeStamp, senderId: me } });

  it('reads only the rooms while they show no newer message', async () => {
    const { calls } = chatServer(lines(1, 3), [last(3)]);
    const { start, setConnection, ids, history } = page();
    await start();
    calls.length = 0;
    for (const _ of [1, 2]) {
      setConnection('connected');
      await advanceTime();
    }
    expect(calls).toEqual(['get_rooms', 'get_rooms']);
    expect([ids(), history().lastBeforeGap]).toEqual([idsOf(lines(1, 3)), null]);
  });

  it('reads the messages of the open room when the rooms show a newer one, even before a message of the guard', async () => {
    const rooms = [last(3)];
    const { said, calls } = chatServer(lines(1, 3), rooms);
    const { store, start, setConnection, ids } = page();
    await start();
    said.push(...lines(4, 5));
    store.saved({ clientId: 'own', message: message(5) });
    rooms[0] = last(5);
    calls.length = 0;
    setConnection('connected');
    await advanceTime();
    expect(calls).toEqual(['get_rooms', 'get_chats']);
    expect(ids()).toEqual(idsOf(lines(1, 5)));
  });

  it('reads a room with new messages when it is opened later', async () => {
    const rooms = [last(3), gateRoom()];
    const { said, chats } = chatServer(lines(1, 3), rooms);
    const { store, start, setConnection, ids } = page();
    await start();
    store.open(GATE);
    await advanceTime();
    said.push(message(4));
    rooms[0] = last(4);
    setConnection('connected');
    await advanceTime();
    chats.calls.length = 0;
    store.open(LOBBY);
    await advanceTime();
    expect([chats.calls.length, ids()]).toEqual([1, idsOf(lines(1, 4))]);
  });

  it('shows the messages of a reading that takes longer than ten seconds, then reads again', async () => {
    const rooms = [last(3)];
    chatServer(lines(1, 3), rooms);
    const answers = [createDeferred<{ roomId: string; chats: Message[] }>(), createDeferred<{ roomId: string; chats: Message[] }>()];
    let asked = 0;
    mockEndpoint(getChats, () => answers[asked++]?.answer ?? createDeferred<never>().answer);
    const { start, setConnection, ids, history } = page();
    await start();
    for (const _ of [1, 2]) {
      setConnection('connected');
      await advanceTime();
    }
    expect(asked).toBe(1);
    rooms[0] = last(4);
    answers[0]?.resolve({ roomId: LOBBY, chats: lines(1, 3) });
    await advanceTime();
    expect(ids()).toEqual(idsOf(lines(1, 3)));
    expect(asked).toBe(2);
    answers[1]?.resolve({ roomId: LOBBY, chats: lines(1, 4) });
    await advanceTime();
    expect([ids(), history().lastBeforeGap, asked]).toEqual([idsOf(lines(1, 4)), null, 2]);
  });

  it('reads nothing more after the screen was left', async () => {
    const { calls } = chatServer();
    const slow = createDeferred<{ roomId: string; chats: Message[] }>();
    mockEndpoint(getChats, () => slow.answer);
    const { start, setConnection } = page();
    const stop = await start();
    setConnection('connected');
    stop();
    slow.resolve({ roomId: LOBBY, chats: lines(1, 3) });
    await advanceTime();
    expect(calls).toEqual(['init', 'get_rooms']);
  });
});
