import { chatPaths } from '@portal/contracts/chat/chat.paths';
import type { Room } from '@portal/contracts/chat/chat.shapes';
import { Link } from '@portal/mf-kit/router';
import { Badge } from '@portal/ui/Badge';
import { cx } from '@portal/ui/cx';
import { memo } from 'react';
import { senderText } from '../chat.text';
import styles from './RoomRow.module.css';

export interface RoomRowProps {
  room: Room;
  me: string;
  /** Formatted time of the last message. */
  time: string | null;
  /** The site and the days of the job. */
  place: string;
  isOpen: boolean;
}

/** A room of the list: its job with site and days, the last message with its time, and the number of unread messages. */
export const RoomRow = memo(function RoomRow({ room, me, time, place, isOpen }: RoomRowProps) {
  const { _id, jobId, lastMessage, unreadCount, closed } = room;
  return (
    <li>
      <Link
        to={chatPaths.rooms({ room: _id })}
        state={{ isFromList: true }}
        data-room={_id}
        aria-current={isOpen ? 'true' : undefined}
        className={cx(styles.row, isOpen && styles.open, unreadCount > 0 && styles.unread)}
      >
        <bdi className={styles.title}>{jobId.jobTitle}</bdi>
        {lastMessage && (
          <time dateTime={lastMessage.timeStamp} className={styles.time}>
            {time}
          </time>
        )}
        {place && <bdi className={styles.place}>{place}</bdi>}
        <span className={styles.last}>
          {lastMessage && (
            <>
              {senderText(room, lastMessage.senderId, me)}
              <bdi>{lastMessage.message}</bdi>
            </>
          )}
        </span>
        {closed && <span className={styles.closed}>Closed</span>}
        <Badge count={unreadCount} label="unread" className={styles.badge} />
      </Link>
    </li>
  );
});
