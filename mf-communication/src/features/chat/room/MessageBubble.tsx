import { dayAndTime, localDay, localTime } from '@portal/contracts/_kernel/formats';
import { SYSTEM } from '@portal/contracts/chat/chat.rules';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { Bubble, BubbleText } from '@portal/ui/Bubble';
import { cx } from '@portal/ui/cx';
import { Icon } from '@portal/ui/Icon';
import { memo, type ReactNode } from 'react';
import { piecesOf } from '../safeLinks';
import styles from './MessageBubble.module.css';

/** The message as text, in which only safe links are links. */
function MessageText({ message }: { message: string }) {
  return (
    <BubbleText>
      {piecesOf(message).map(({ text, href, at }) =>
        href ? (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </BubbleText>
  );
}

export const MessageTime = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={`${localDay(instant)}, ${localTime(instant)} (${dayAndTime(instant)} UTC)`}>
    {localTime(instant)}
  </time>
);

export interface OwnBubbleProps {
  message: string;
  at: string;
  /** For example "Sending…" or "Read". */
  status: string;
  /** Undefined once the message is sent. */
  tone?: 'waits' | 'failed' | undefined;
  isContinued: boolean;
  /** Buttons below the message. */
  actions?: ReactNode;
}

/** A message of the guard with its state. */
export const OwnBubble = memo(function OwnBubble({ message, at, status, tone, isContinued, actions }: OwnBubbleProps) {
  return (
    <article className={cx(styles.message, styles.own, isContinued && styles.goesOn)} aria-label="You">
      <Bubble own className={tone && styles[tone]}>
        <MessageText message={message} />
        <p className={styles.meta}>
          {tone === 'failed' && <Icon name="alert" size={16} />}
          {tone === 'waits' && <Icon name="clock" size={16} />}
          <MessageTime instant={at} /> <span>{status}</span>
        </p>
      </Bubble>
      {actions}
    </article>
  );
});

interface OtherProps {
  message: Message;
  /** True if the previous message is from the same sender within five minutes. */
  isContinued: boolean;
}

/** A message of another guard, of staff or of the portal. */
export const OtherBubble = memo(function OtherBubble({ message: { senderName, senderType, message, timeStamp }, isContinued }: OtherProps) {
  if (senderType === SYSTEM)
    return (
      <article className={cx(styles.system, message.startsWith('SOS') && styles.urgent)} aria-label="Guard Portal">
        <MessageText message={message} />
        <MessageTime instant={timeStamp} />
      </article>
    );
  const isStaff = senderType === 'staff';
  return (
    <article className={cx(styles.message, isContinued && styles.goesOn)} aria-label={senderName}>
      <Bubble className={isStaff ? styles.staff : undefined}>
        {!isContinued && (
          <p className={styles.sender}>
            <bdi>{senderName}</bdi>
            {isStaff && <span className={styles.role}>Staff</span>}
          </p>
        )}
        <MessageText message={message} />
        <p className={styles.meta}>
          <MessageTime instant={timeStamp} />
        </p>
      </Bubble>
    </article>
  );
});
