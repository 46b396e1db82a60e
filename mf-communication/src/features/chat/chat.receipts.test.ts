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

describe('read receipts', () => {
  it('sends a read receipt once, and passes on the new number of unread messages', async () => {
    const acknowledged = mockEndpoint(readMessages, ({ roomId }) => ({ roomId, unreadCount: 2 }));
    const { read, marks } = open();
    marks.seen(lobby, one);
    marks.seen(lobby, one);
    await pass();
    marks.send();
    await pass();
    expect([acknowledged.calls, read]).toEqual([[{ roomId: lobby, messageId: one }], [[lobby, 2]]]);
    marks.seen(lobby, two);
    expect(acknowledged.calls.at(-1)).toEqual({ roomId: lobby, messageId: two });
    expect(acknowledged.calls).toHaveLength(2);
  });

  it('sends no read receipt for a room without unread messages', () => {
    const acknowledged = mockEndpoint(readMessages, ({ roomId }) => ({ roomId, unreadCount: 0 }));
    const { state, marks } = open();
    state.unread[lobby] = 0;
    marks.seen(lobby, one);
    marks.seen(gate, two);
    expect(acknowledged.calls).toEqual([{ roomId: gate, messageId: two }]);
  });

  it('sends read receipts when connected again', () => {
    const acknowledged = mockEndpoint(readMessages, ({ roomId }) => ({ roomId, unreadCount: 0 }));
    const { state, marks } = open();
    state.isConnected = false;
    marks.seen(lobby, one);
    expect(acknowledged.calls).toEqual([]);
    state.isConnected = true;
    marks.send();
    expect(acknowledged.calls).toHaveLength(1);
  });

  it('sends a read receipt again after a failure', async () => {
    const acknowledged = mockEndpoint(readMessages, fails({ code: 0, message: 'No answer' }));
    const { read, marks } = open();
    marks.seen(lobby, one);
    await pass();
    expect(read).toEqual([]);
    marks.send();
    expect(acknowledged.calls).toHaveLength(2);
    await pass();
  });
});

describe('delivery receipts', () => {
  it('sends one delivery receipt per room for the last of the messages within 300 ms', async () => {
    const acknowledged = mockEndpoint(receivedMessages, ({ roomId }) => ({ roomId }));
    const { marks } = open();
    marks.arrived(lobby, one);
    marks.arrived(gate, one);
    await pass(299);
    marks.arrived(lobby, two);
    expect(acknowledged.calls).toEqual([]);
    await pass(1);
    expect(acknowledged.calls).toEqual([{ roomId: gate, messageId: one }]);
    await pass(299);
    expect(acknowledged.calls.at(-1)).toEqual({ roomId: lobby, messageId: two });
    expect(acknowledged.calls).toHaveLength(2);
  });

  it('sends no delivery receipt after the screen was left, and ignores failures', async () => {
    const acknowledged = mockEndpoint(receivedMessages, fails({ code: 0, message: 'No answer' }));
    const { marks } = open();
    marks.arrived(lobby, one);
    await pass(300);
    marks.arrived(gate, one);
    marks.stop();
    await pass(1000);
    expect(acknowledged.calls).toHaveLength(1);
  });
});
