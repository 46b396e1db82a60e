import { call } from '@portal/api-client/call';
import { readMessages, receivedMessages } from '@portal/contracts/chat/chat.endpoints';

/** Messages within this time are acknowledged together, by the last of them. */
const BATCH_MS = 300;

interface ReceiptSenderOptions {
  isConnected(): boolean;
  unreadOf(roomId: string): number;
  onRead(roomId: string, unreadCount: number): void;
}

/** Sends receipts to the server: which messages arrived on this device, and which the guard has seen. */
export function createReceiptSender({ isConnected, unreadOf, onRead }: ReceiptSenderOptions) {
  const seen = new Map<string, string>();
  const acknowledged = new Map<string, string>();
  const arrived = new Map<string, ReturnType<typeof setTimeout>>();

  /** Sends the read receipts of rooms with unread messages, each message once. */
  function send(): void {
    if (!isConnected()) return;
    for (const [roomId, messageId] of seen) {
      if (unreadOf(roomId) === 0 || acknowledged.get(roomId) === messageId) continue;
      acknowledged.set(roomId, messageId);
      call(readMessages, { roomId, messageId }).then(
        ({ data }) => onRead(roomId, data.unreadCount),
        // The message stays unread, so the next connection or message sends the receipt again.
        () => acknowledged.delete(roomId),
      );
    }
  }
  return {
    send,
    /** The guard has seen this message and every earlier one. */
    seen(roomId: string, messageId: string) {
      seen.set(roomId, messageId);
      send();
    },
    arrived(roomId: string, messageId: string) {
      clearTimeout(arrived.get(roomId));
      // A lost delivery receipt is replaced by the next reading of the room.
      const send = () => void call(receivedMessages, { roomId, messageId }).catch(() => undefined);
      arrived.set(roomId, setTimeout(send, BATCH_MS));
    },
    stop: () => arrived.forEach(clearTimeout),
  };
}
