import type { ComponentProps } from 'react';
import styles from './Card.module.css';
import { cx } from './cx';

export interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  /** The card contains one main link or button (with `cardLink`, the whole card is its target). */
  interactive?: boolean | undefined;
  /** An amber edge, for a running, new or unread item. */
  marked?: boolean | undefined;
}

/** The class of the main link in an interactive card. It makes the whole card its target. */
export const cardLink = styles.link ?? '';

export function Card({ as = 'div', interactive, marked, className, ...rest }: CardProps) {
  const Tag = as as 'div';
  return <Tag {...rest} className={cx(styles.card, interactive && styles.interactive, marked && styles.marked, className)} />;
}
