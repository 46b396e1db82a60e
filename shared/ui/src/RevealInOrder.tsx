import type { ComponentProps } from 'react';
import { cx } from './cx';
import styles from './Skeleton.module.css';

/**
 * Things under each other, some of which are awaited: what stands below a skeleton is seen once that is there. It is asked for and
 * rendered meanwhile, and nothing is pushed from under a finger, whatever comes.
 */
export function RevealInOrder({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.inOrder, className)} />;
}
