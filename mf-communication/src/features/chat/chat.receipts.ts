import { call } from '@portal/api-client/call';
import { readMessages, receivedMessages } from '@portal/contracts/chat/chat.endpoints';

/** Messages that come this close together are acknowledged by the last of them. */
const BATCH_MS = 300;

interface MarksParts {
  isConnected(): boolean;
  unreadOf(roomId: string): number;
  onRead(roomId: string, unreadCount: number): void;
}

/** Tells the server how far messages have come: to this device, and before the guard's eyes. */
export function createReceiptSender({ isConnected, unreadOf, onRead }: MarksParts) {
  const seen = new Map<string, string>();
  const told = new Map<string, string>();
  const arrived = new Map<string, ReturnType<typeof setTimeout>>();

  /** Of the rooms that have something unread, each message once. */
  function send(): void {
    if (!isConnected()) return;
    for (const [roomId, messageId] of seen) {
      if (unreadOf(roomId) === 0 || told.get(roomId) === messageId) continue;
      told.set(roomId, messageId);
      call(readMessages, { roomId, messageId }).then(
        ({ data }) => onRead(roomId, data.unreadCount),
        // It stays unread: with the next connection or message it is told again.
        () => told.delete(roomId),
      );
    }
  }
  return {
    send,
    /** This message, and all before it, stood before the guard's eyes. */
    seen(roomId: string, messageId: string) {
      seen.set(roomId, messageId);
      send();
    },
    arrived(roomId: string, messageId: string) {
      clearTimeout(arrived.get(roomId));
      // What is not told now is told by the next reading of the room.
      const send = () => void call(receivedMessages, { roomId, messageId }).catch(() => undefined);
      arrived.set(roomId, setTimeout(send, BATCH_MS));
    },
    stop: () => arrived.forEach(clearTimeout),
  };
}
