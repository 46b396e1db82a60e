import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import { dayName } from '@portal/mf-kit/dayName';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useNow } from '@portal/mf-kit/useNow';
import { Thread } from '@portal/thread/Thread';
import { useMemo } from 'react';
import type { OutgoingMessages } from '../chat.queries';
import type { OutgoingMessage, RoomHistory } from '../chat.state';
import { receiptOf } from '../chat.text';
import { OtherBubble, OwnBubble } from './MessageBubble';
import { OutgoingBubble } from './OutgoingBubble';

/** Messages of one sender within this time share one heading. */
const GROUP_MS = 300_000;
const HOUR_MS = 3_600_000;
const COUNTED = ['message', 'messages'] as const;

type Item = Message | OutgoingMessage;
const isReceived = (item: Item): item is Message => 'id' in item;
const instantOf = (item: Item) => (isReceived(item) ? item.timeStamp : item.at);

export interface MessagesProps {
  me: string;
  /** Null while only unsent messages are known. */
  room: Room | null;
  history: RoomHistory;
  delivered: ReadonlySet<string>;
  sending: Pick<OutgoingMessages, 'outgoing' | 'retry' | 'remove'>;
  onOlder: () => void;
  onSeen: (messageId: string) => void;
}

/** A room's messages, then the guard's unsent ones. */
export function Messages({ me, room, history, delivered, sending: { outgoing, retry, remove }, onOlder, onSeen }: MessagesProps) {
  const portal = usePortal();
  const { messages, hasOlder, older } = history;
  const items = useMemo<readonly Item[]>(() => (outgoing.length === 0 ? messages : [...messages, ...outgoing]), [messages, outgoing]);
  const now = useNow(HOUR_MS);
  const isOwn = (item: Item) => !isReceived(item) || item.senderId === me;
  const senderOf = (item: Item) => (isReceived(item) ? item.senderId : me);
  const isContinued = (item: Item, before: Item | undefined) =>
    before !== undefined && senderOf(before) === senderOf(item) && Date.parse(instantOf(item)) - Date.parse(instantOf(before)) < GROUP_MS;

  return (
    <Thread<Item>
      items={items}
      keyOf={(item) => (isOwn(item) && item.clientId) || (item as Message).id}
      dayOf={(item) => dayName(instantOf(item), now)}
      label={`Messages of ${room?.jobId.jobTitle ?? 'this chat'}`}
      counted={COUNTED}
      spoken={(item) => `${isReceived(item) ? item.senderName : 'You'}: ${item.message}`}
      isOwn={isOwn}
      announce={portal.announce}
      hasOlder={hasOlder}
      older={older}
      onOlder={onOlder}
      onSeen={() => {
        const newest = messages.at(-1);
        if (newest) onSeen(newest.id);
      }}
    >
      {(item, before) => {
        if (!isReceived(item))
          return <OutgoingBubble outgoingMessage={item} isContinued={isContinued(item, before)} retry={retry} remove={remove} />;
        if (item.senderId !== me) return <OtherBubble message={item} isContinued={isContinued(item, before)} />;
        const status = room ? receiptOf(item, room, delivered) : 'Sent';
        return <OwnBubble message={item.message} at={item.timeStamp} status={status} isContinued={isContinued(item, before)} />;
      }}
    </Thread>
  );
}
