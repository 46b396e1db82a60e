import { dayAndTime, localDay, localTime } from '@portal/contracts/_kernel/formats';
import { SYSTEM } from '@portal/contracts/chat/chat.rules';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { Bubble, BubbleText } from '@portal/ui/Bubble';
import { cx } from '@portal/ui/cx';
import { Icon } from '@portal/ui/Icon';
import { memo, type ReactNode } from 'react';
import { piecesOf } from '../safeLinks';
import styles from './MessageBubble.module.css';

/** The message as text; only a safe link can be pressed. */
function Written({ message }: { message: string }) {
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

export const TimeOf = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={`${localDay(instant)}, ${localTime(instant)} (${dayAndTime(instant)} UTC)`}>
    {localTime(instant)}
  </time>
);

export interface OwnBubbleProps {
  message: string;
  at: string;
  /** "Sending…", "Read". */
  standing: string;
  /** It was not sent, or waits here. */
  tone?: 'waits' | 'failed' | undefined;
  goesOn: boolean;
  /** What can be done about it. */
  acts?: ReactNode;
}

/** A message of the guard's own, and how far it has come. */
export const OwnBubble = memo(function OwnBubble({ message, at, standing, tone, goesOn, acts }: OwnBubbleProps) {
  return (
    <article className={cx(styles.message, styles.own, goesOn && styles.goesOn)} aria-label="You">
      <Bubble own className={tone && styles[tone]}>
        <Written message={message} />
        <p className={styles.meta}>
          {tone === 'failed' && <Icon name="alert" size={16} />}
          {tone === 'waits' && <Icon name="clock" size={16} />}
          <TimeOf instant={at} /> <span>{standing}</span>
        </p>
      </Bubble>
      {acts}
    </article>
  );
});

interface OtherProps {
  message: Message;
  /** The one before is of the same sender, a moment earlier. */
  goesOn: boolean;
}

/** A message of somebody else: of a guard, of staff, or of the portal itself. */
export const OtherBubble = memo(function OtherBubble({ message: { senderName, senderType, message, timeStamp }, goesOn }: OtherProps) {
  if (senderType === SYSTEM)
    return (
      <article className={cx(styles.system, message.startsWith('SOS') && styles.urgent)} aria-label="Guard Portal">
        <Written message={message} />
        <TimeOf instant={timeStamp} />
      </article>
    );
  const isStaff = senderType === 'staff';
  return (
    <article className={cx(styles.message, goesOn && styles.goesOn)} aria-label={senderName}>
      <Bubble className={isStaff ? styles.staff : undefined}>
        {!goesOn && (
          <p className={styles.sender}>
            <bdi>{senderName}</bdi>
            {isStaff && <span className={styles.role}>Staff</span>}
          </p>
        )}
        <Written message={message} />
        <p className={styles.meta}>
          <TimeOf instant={timeStamp} />
        </p>
      </Bubble>
    </article>
  );
});
