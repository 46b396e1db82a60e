import type { ComponentProps } from 'react';
import { cx } from './cx';
import styles from './Skeleton.module.css';

/**
 * Children in a column, some of which wait for data. Content below a skeleton is rendered, but hidden until the skeleton is replaced, so
 * nothing visible moves.
 */
export function RevealInOrder({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.inOrder, className)} />;
}
