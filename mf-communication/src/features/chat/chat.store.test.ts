import { getChats, getRooms, initChat, readMessages } from '@portal/contracts/chat/chat.endpoints';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import type { LiveState } from '@portal/mf-kit/portal';
import { chatServer, GATE, gate, LOBBY, lines, me, message, room, sam } from '@portal/testing/chat';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { historyOf } from './chat.state';
import { createChatStore } from './chat.store';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

/** A page with its line to the server. */
function page(begins: LiveState = 'connected') {
  const watching = new Set<() => void>();
  const hearing = new Map<string, Set<() => void>>();
  let line = begins;
  const store = createChatStore(
    {
      live: {
        current: () => line,
        subscribe: (listener) => {
          watching.add(listener);
          return () => watching.delete(listener);
        },
      },
      onChanged: (domain, listener) => {
        const listeners = hearing.get(domain) ?? new Set();
        hearing.set(domain, listeners.add(listener));
        return () => void listeners.delete(listener);
      },
    },
    { guardId: me, guard: guard() },
  );
  const history = (roomId = LOBBY) => historyOf(store.current(), roomId);
  return {
    store,
    history,
    ids: (roomId?: string) => history(roomId).messages.map(({ id }) => id),
    roomOf: (roomId = LOBBY) => store.current().rooms?.find(({ _id }) => _id === roomId),
    changed: (domain: string) => hearing.get(domain)?.forEach((listener) => void listener()),
    becomes(next: LiveState) {
      line = next;
      for (const listener of [...watching]) listener();
    },
    /** The page with this room open, and what was asked for until then forgotten. */
    async begun(roomId: string | null = LOBBY) {
      const stop = store.start();
      store.open(roomId);
      await pass();
      return stop;
    },
  };
}
const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);

/** An answer that comes when the test says so. */
function later<T>() {
  let come: (value: T) => void = () => undefined;
  const answer = new Promise<T>((resolve) => {
    come = resolve;
  });
  return { answer, come: (value: T) => come(value) };
}

describe('on a connection', () => {
  it('says who we are, reads the rooms, then the one that is open', async () => {
    const { calls, chats } = chatServer();
    const { store, ids, history, roomOf } = page();
    store.start();
    store.open(LOBBY);
    await pass();
    expect(calls).toEqual(['init', 'get_rooms', 'get_chats']);
    expect(chats.calls).toMatchObject([{ roomId: LOBBY, lastMessageTimeStamp: '' }]);
    expect(ids()).toEqual(idsOf(lines(1, 3)));
    expect(history()).toMatchObject({ isRead: true, failure: null, gapAfter: null });
    expect(roomOf(GATE)).toEqual(gate());
  });

  it('waits for one, and asks nothing without', async () => {
    const { calls } = chatServer();
    const { store, becomes } = page('disconnected');
    store.start();
    store.open(LOBBY);
    await pass();
    expect(calls).toEqual([]);
    becomes('connected');
    await pass();
    expect(calls).toEqual(['init', 'get_rooms', 'get_chats']);
    becomes('disconnected');
    await pass();
    expect(calls).toHaveLength(3);
  });

  it('without a room that is open reads none', async () => {
    const { calls } = chatServer();
    await page().begun(null);
    expect(calls).toEqual(['init', 'get_rooms']);
  });

  it('that does not take us reads nothing further, and says why', async () => {
    const { calls } = chatServer();
    mockEndpoint(initChat, fails({ code: 403, message: 'No', userMessage: 'Not you.' }));
    const { store } = page();
    store.start();
    await pass();
    expect(calls).toEqual([]);
    expect(store.current()).toMatchObject({ rooms: null, failure: { code: 403 } });
  });

  it('whose rooms cannot be read says why, keeps those of before, and reads the open one', async () => {
    chatServer();
    const { store, becomes } = page();
    store.start();
    await pass();
    mockEndpoint(getRooms, fails({ code: 500, message: 'Broken' }));
    store.open(LOBBY);
    becomes('connected');
    await pass();
    expect(store.current()).toMatchObject({ rooms: [{ _id: LOBBY }, { _id: GATE }], failure: { code: 500 } });
    store.retry();
    await pass();
    expect(store.current().failure).toMatchObject({ code: 500 });
    chatServer();
    store.retry();
    await pass();
    expect(store.current().failure).toBeNull();
  });
});

describe('a room that is opened', () => {
  it('is read once, whoever asks meanwhile, and not again while it is held', async () => {
    const { chats } = chatServer();
    const { store } = page();
    await store.start();
    await pass();
    const slow = later<{ roomId: string; chats: Message[] }>();
    const asked = mockEndpoint(getChats, () => slow.answer);
    store.open(LOBBY);
    store.open(LOBBY);
    await pass();
    expect(asked.calls).toHaveLength(1);
    slow.come({ roomId: LOBBY, chats: lines(1, 3) });
    await pass();
    store.open(LOBBY);
    await pass();
    expect([asked.calls.length, chats.calls.length]).toEqual([1, 0]);
  });

  it('does not wait for another one that is being read', async () => {
    chatServer();
    const { store } = page();
    store.start();
    await pass();
    const asked = mockEndpoint(getChats, () => later<never>().answer);
    store.open(LOBBY);
    store.open(GATE);
    await pass();
    expect(asked.calls.map(({ roomId }) => roomId)).toEqual([LOBBY, GATE]);
  });

  it('of which the server knows nothing is not asked for', async () => {
    const { chats } = chatServer();
    await page().begun(mockId(999));
    expect(chats.calls).toEqual([]);
  });

  it('says why it could not be read, and reads again on Retry', async () => {
    chatServer();
    mockEndpoint(getChats, fails({ code: 500, message: 'Broken' }));
    const { store, history, ids } = page();
    await store.start();
    store.open(LOBBY);
    await pass();
    expect(history()).toMatchObject({ isRead: false, failure: { code: 500 } });
    const slow = later<{ roomId: string; chats: Message[] }>();
    mockEndpoint(getChats, () => slow.answer);
    store.reopen();
    expect(history().failure).toBeNull();
    slow.come({ roomId: LOBBY, chats: lines(1, 3) });
    await pass();
    expect(ids()).toEqual(idsOf(lines(1, 3)));
  });

  it('that nobody has open any more is not read by Retry', async () => {
    const { chats } = chatServer();
    const { store } = page();
    await pass();
    store.reopen();
    await pass();
    expect([chats.calls, store.current().histories]).toEqual([[], {}]);
  });

  it('tells how far it was seen, once its unread messages are known', async () => {
    const { read } = chatServer(lines(1, 3), [room({ unreadCount: 2 })]);
    const { store, roomOf } = page();
    store.seen(LOBBY, message(3).id);
    expect(read.calls).toEqual([]);
    store.start();
    await pass();
    expect(read.calls).toEqual([{ roomId: LOBBY, messageId: message(3).id }]);
    expect(roomOf()?.unreadCount).toBe(0);
  });

  it('is told again how far it was seen, when it was read anew', async () => {
    chatServer(lines(1, 3), [room({ unreadCount: 2 })]);
    mockEndpoint(readMessages, fails({ code: 0, message: 'No answer' }));
    const { store } = page();
    store.start();
    await pass();
    store.seen(LOBBY, message(3).id);
    await pass();
    const { calls } = mockEndpoint(readMessages, ({ roomId }) => ({ roomId, unreadCount: 0 }));
    store.open(LOBBY);
    await pass();
    expect(calls).toEqual([{ roomId: LOBBY, messageId: message(3).id }]);
  });
});

describe('after a gap', () => {
  it('reads what is missing of the open room, and no more once it was read', async () => {
    const { said, chats } = chatServer(lines(1, 3));
    const { begun, becomes, ids, history } = page();
    await begun();
    said.push(...lines(4, 70));
    chats.calls.length = 0;
    becomes('connected');
    await pass();
    expect(chats.calls).toHaveLength(3);
    expect(ids()).toEqual(idsOf(lines(1, 70)));
    expect(history().gapAfter).toBeNull();
  });

  it('a first page that was asked for before it is dropped: the new connection reads its own', async () => {
    chatServer();
    const { store, becomes, ids } = page();
    store.start();
    await pass();
    const answers = [later<{ roomId: string; chats: Message[] }>(), later<{ roomId: string; chats: Message[] }>()];
    let asked = 0;
    mockEndpoint(getChats, () => answers[asked++]?.answer ?? later<never>().answer);
    store.open(LOBBY);
    becomes('connected');
    await pass();
    expect(asked).toBe(2);
    answers[0]?.come({ roomId: LOBBY, chats: lines(1, 3) });
    await pass();
    expect(ids()).toEqual([]);
    answers[1]?.come({ roomId: LOBBY, chats: lines(1, 4) });
    await pass();
    expect(ids()).toEqual(idsOf(lines(1, 4)));
  });

  it('another gap of meanwhile stays noted until it was read, too', async () => {
    chatServer(lines(1, 3));
    const { begun, becomes, history, ids } = page();
    await begun();
    const answers = [later<{ roomId: string; chats: Message[] }>(), later<{ roomId: string; chats: Message[] }>()];
    let asked = 0;
    mockEndpoint(getChats, () => answers[asked++]?.answer ?? later<never>().answer);
    becomes('connected');
    await pass();
    becomes('connected');
    await pass();
    answers[0]?.come({ roomId: LOBBY, chats: lines(1, 5) });
    await pass();
    expect([ids().length, history().gapAfter]).toEqual([5, message(3).id]);
    answers[1]?.come({ roomId: LOBBY, chats: lines(1, 6) });
    await pass();
    expect([ids().length, history().gapAfter]).toEqual([6, null]);
  });
});

describe('older messages', () => {
  it('are read from the oldest that is held, once at a time', async () => {
    const { chats } = chatServer(lines(1, 70));
    const { begun, store, history, ids } = page();
    await begun();
    chats.calls.length = 0;
    const both = [store.older(LOBBY), store.older(LOBBY)];
    expect(history().older).toBe('loading');
    await Promise.all(both);
    expect(chats.calls).toMatchObject([{ roomId: LOBBY, lastMessageTimeStamp: message(41).timeStamp }]);
    expect(ids()[0]).toBe(message(12).id);
    expect(history()).toMatchObject({ older: 'ready', hasOlder: true });
  });

  it('that cannot be read can be asked for again', async () => {
    chatServer(lines(1, 70));
    const { begun, store, history } = page();
    await begun();
    mockEndpoint(getChats, fails({ code: 500, message: 'Broken' }));
    await store.older(LOBBY);
    expect(history()).toMatchObject({ older: 'failed', failure: null });
    chatServer(lines(1, 70));
    await store.older(LOBBY);
    expect(history().older).toBe('ready');
  });

  it('of a room that was not read are its newest; of one that is not known there are none', async () => {
    const { chats } = chatServer(lines(1, 3));
    const { begun, store, history } = page();
    await begun(null);
    await store.older(mockId(999));
    expect(chats.calls).toEqual([]);
    await store.older(LOBBY);
    expect(chats.calls).toMatchObject([{ lastMessageTimeStamp: '' }]);
    expect(history()).toMatchObject({ isRead: true, older: 'loading' });
  });
});

describe('when the chat changed', () => {
  it('the rooms are read again, once for what changes within half a second', async () => {
    const { calls } = chatServer();
    const { begun, changed } = page();
    await begun(null);
    calls.length = 0;
    changed('chat');
    await pass(499);
    changed('chat');
    expect(calls).toEqual([]);
    await pass(1);
    expect(calls).toEqual(['get_rooms']);
    await pass(1000);
    expect(calls).toHaveLength(1);
    changed('chat');
    changed('jobs');
    await pass(500);
    expect(calls).toHaveLength(2);
  });

  it('without a connection, or for a page that was left, they are not', async () => {
    const { calls } = chatServer();
    const { begun, changed, becomes } = page();
    const stop = await begun(null);
    becomes('disconnected');
    calls.length = 0;
    changed('chat');
    await pass(500);
    changed('chat');
    stop();
    becomes('connected');
    changed('chat');
    await pass(1000);
    expect(calls).toEqual([]);
  });
});

describe('hears', () => {
  const opened = async (begins = lines(1, 3)) => {
    const server = chatServer(begins, [room({ unreadCount: 1 }), gate()]);
    const one = page();
    const stop = await one.begun();
    return { ...server, ...one, stop, heard: one.store.heard };
  };

  it('the rooms anew', async () => {
    const { heard, store } = await opened();
    heard.rooms([gate()]);
    expect(store.current().rooms).toEqual([gate()]);
  });

  it('a page that touches what is held, and none that would leave a hole', async () => {
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
      async ({ becomes, store }: Awaited<ReturnType<typeof opened>>) => {
        store.open(null);
        becomes('connected');
        await pass();
      },
      LOBBY,
      3,
    ],
  ] as const)('no page of a room %s', async (_what, act, roomId, held) => {
    const one = await opened();
    await act(one);
    one.heard.chats({ roomId, chats: lines(1, 9).map((each) => ({ ...each, roomId })) });
    expect(one.ids(roomId)).toHaveLength(held);
  });

  it('a message: it is held, counts as unread, and its arrival is told a moment later', async () => {
    const { heard, ids, roomOf, received, stop } = await opened();
    heard.receiveMessage(message(4, { timeStamp: '2027-03-14T16:00:00.000Z' }));
    expect([ids().at(-1), roomOf()?.unreadCount, received.calls]).toEqual([message(4).id, 2, []]);
    await pass(300);
    expect(received.calls).toEqual([{ roomId: LOBBY, messageId: message(4).id }]);
    heard.receiveMessage(message(5));
    stop();
    await pass(1000);
    expect(received.calls).toHaveLength(1);
  });

  it('a message of the guard’s own, from any of their devices and from the answer to its call: held once, and not unread', async () => {
    const { heard, store, ids, roomOf, received } = await opened();
    const own = message(4, { senderId: me, timeStamp: '2027-03-14T16:00:00.000Z' });
    heard.messageSave({ clientId: 'c', message: own });
    store.saved({ clientId: 'c', message: own });
    store.saved({ clientId: 'd', message: { ...own, id: message(5).id } });
    expect([ids().slice(3), roomOf()?.unreadCount]).toEqual([[message(4).id, message(5).id], 1]);
    await pass(300);
    expect(received.calls).toEqual([]);
  });

  it('what reached somebody, who has read, and a room that is new', async () => {
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

it('tells those who watch it of each change, until they do not any more', () => {
  const { store } = page('disconnected');
  const watches = jest.fn();
  const stop = store.subscribe(watches);
  const one = { roomId: LOBBY, clientId: 'c', message: 'Hm', state: 'sending', at: '' } as const;
  store.unkept((all) => [...all, one]);
  store.unkept((all) => [...all, { ...one, clientId: 'd' }]);
  expect(store.current().unkept.map(({ clientId }) => clientId)).toEqual(['c', 'd']);
  expect(watches).toHaveBeenCalledTimes(2);
  stop();
  store.unkept(() => []);
  expect(watches).toHaveBeenCalledTimes(2);
});

it('is still where the portal has no line', async () => {
  const { calls } = chatServer();
  const store = createChatStore({ onChanged: () => () => undefined } as never, { guardId: me, guard: guard() });
  const stop = store.start();
  store.open(LOBBY);
  await pass();
  stop();
  expect(calls).toEqual([]);
});
