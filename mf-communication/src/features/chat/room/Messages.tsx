import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import { dayName } from '@portal/mf-kit/dayName';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useNow } from '@portal/mf-kit/useNow';
import { Thread } from '@portal/thread/Thread';
import { useMemo } from 'react';
import type { Sending } from '../chat.queries';
import type { History, Outgoing } from '../chat.state';
import { receiptOf } from '../chat.text';
import { OtherBubble, OwnBubble } from './MessageBubble';
import { OutgoingBubble } from './OutgoingBubble';

/** Messages of one sender this close together stand as one. */
const RUN_MS = 300_000;
const HOUR_MS = 3_600_000;
const COUNTED = ['message', 'messages'] as const;

type Line = Message | Outgoing;
const isHeld = (line: Line): line is Message => 'id' in line;
const instantOf = (line: Line) => (isHeld(line) ? line.timeStamp : line.at);

export interface MessagesProps {
  me: string;
  /** Null while only what waits on this device is known. */
  room: Room | null;
  history: History;
  delivered: ReadonlySet<string>;
  sending: Pick<Sending, 'outgoing' | 'retry' | 'remove'>;
  onOlder: () => void;
  onSeen: (messageId: string) => void;
}

/** A room's messages, and below them what is on its way. */
export function Messages({ me, room, history, delivered, sending: { outgoing, retry, remove }, onOlder, onSeen }: MessagesProps) {
  const portal = usePortal();
  const { messages, hasOlder, older } = history;
  const lines = useMemo<readonly Line[]>(() => (outgoing.length === 0 ? messages : [...messages, ...outgoing]), [messages, outgoing]);
  const now = useNow(HOUR_MS);
  const isOwn = (line: Line) => !isHeld(line) || line.senderId === me;
  const senderOf = (line: Line) => (isHeld(line) ? line.senderId : me);
  const goesOn = (line: Line, before: Line | undefined) =>
    before !== undefined && senderOf(before) === senderOf(line) && Date.parse(instantOf(line)) - Date.parse(instantOf(before)) < RUN_MS;

  return (
    <Thread<Line>
      items={lines}
      keyOf={(line) => (isOwn(line) && line.clientId) || (line as Message).id}
      dayOf={(line) => dayName(instantOf(line), now)}
      label={`Messages of ${room?.jobId.jobTitle ?? 'this chat'}`}
      counted={COUNTED}
      spoken={(line) => `${isHeld(line) ? line.senderName : 'You'}: ${line.message}`}
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
      {(line, before) => {
        if (!isHeld(line)) return <OutgoingBubble one={line} goesOn={goesOn(line, before)} retry={retry} remove={remove} />;
        if (line.senderId !== me) return <OtherBubble message={line} goesOn={goesOn(line, before)} />;
        const standing = room ? receiptOf(line, room, delivered) : 'Sent';
        return <OwnBubble message={line.message} at={line.timeStamp} standing={standing} goesOn={goesOn(line, before)} />;
      }}
    </Thread>
  );
}
