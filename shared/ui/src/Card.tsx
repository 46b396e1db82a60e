import type { ComponentProps } from 'react';
import styles from './Card.module.css';
import { cx } from './cx';

export interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  /** It holds one main link or button (class `cardLink` spreads that over the card). */
  interactive?: boolean | undefined;
  /** An amber edge: running, new, unread. */
  marked?: boolean | undefined;
}

/** Give it to the one link of an interactive card: the whole card is then its target. */
export const cardLink = styles.link ?? '';

export function Card({ as = 'div', interactive, marked, className, ...rest }: CardProps) {
  const Tag = as as 'div';
  return <Tag {...rest} className={cx(styles.card, interactive && styles.interactive, marked && styles.marked, className)} />;
}
