import { readMessages, receivedMessages } from '@portal/contracts/chat/chat.endpoints';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { createReceiptSender } from './chat.receipts';

const [lobby, gate, one, two] = [mockId(100), mockId(200), mockId(1), mockId(2)];

function open() {
  const state = { isConnected: true, unread: { [lobby]: 3, [gate]: 1 } as Record<string, number> };
  const read: [string, number][] = [];
  const marks = createReceiptSender({
    isConnected: () => state.isConnected,
    unreadOf: (roomId) => state.unread[roomId] ?? 0,
    onRead: (roomId, unreadCount) => read.push([roomId, unreadCount]),
  });
  return { state, read, marks };
}
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('what was seen', () => {
  it('is told once, and how much is unread then is handed on', async () => {
    const told = mockEndpoint(readMessages, ({ roomId }) => ({ roomId, unreadCount: 2 }));
    const { read, marks } = open();
    marks.seen(lobby, one);
    marks.seen(lobby, one);
    await pass();
    marks.send();
    await pass();
    expect([told.calls, read]).toEqual([[{ roomId: lobby, messageId: one }], [[lobby, 2]]]);
    marks.seen(lobby, two);
    expect(told.calls.at(-1)).toEqual({ roomId: lobby, messageId: two });
    expect(told.calls).toHaveLength(2);
  });

  it('of a room without anything unread is not told', () => {
    const told = mockEndpoint(readMessages, ({ roomId }) => ({ roomId, unreadCount: 0 }));
    const { state, marks } = open();
    state.unread[lobby] = 0;
    marks.seen(lobby, one);
    marks.seen(gate, two);
    expect(told.calls).toEqual([{ roomId: gate, messageId: two }]);
  });

  it('waits for a connection', () => {
    const told = mockEndpoint(readMessages, ({ roomId }) => ({ roomId, unreadCount: 0 }));
    const { state, marks } = open();
    state.isConnected = false;
    marks.seen(lobby, one);
    expect(told.calls).toEqual([]);
    state.isConnected = true;
    marks.send();
    expect(told.calls).toHaveLength(1);
  });

  it('is told again when that failed', async () => {
    const told = mockEndpoint(readMessages, fails({ code: 0, message: 'No answer' }));
    const { read, marks } = open();
    marks.seen(lobby, one);
    await pass();
    expect(read).toEqual([]);
    marks.send();
    expect(told.calls).toHaveLength(2);
    await pass();
  });
});

describe('what arrived', () => {
  it('is told by the last of those that come within 300 ms, for each room', async () => {
    const told = mockEndpoint(receivedMessages, ({ roomId }) => ({ roomId }));
    const { marks } = open();
    marks.arrived(lobby, one);
    marks.arrived(gate, one);
    await pass(299);
    marks.arrived(lobby, two);
    expect(told.calls).toEqual([]);
    await pass(1);
    expect(told.calls).toEqual([{ roomId: gate, messageId: one }]);
    await pass(299);
    expect(told.calls.at(-1)).toEqual({ roomId: lobby, messageId: two });
    expect(told.calls).toHaveLength(2);
  });

  it('is told no more by a page that was left, and a failure is nobody’s to hear', async () => {
    const told = mockEndpoint(receivedMessages, fails({ code: 0, message: 'No answer' }));
    const { marks } = open();
    marks.arrived(lobby, one);
    await pass(300);
    marks.arrived(gate, one);
    marks.stop();
    await pass(1000);
    expect(told.calls).toHaveLength(1);
  });
});
