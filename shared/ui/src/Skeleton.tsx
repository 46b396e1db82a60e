import { cx } from './cx';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  shape?: 'text' | 'card' | 'rows' | 'form' | 'stats';
  /** Lines, cards or rows. */
  count?: number;
  /** What is loading, read out once. */
  label?: string;
  /** The label is seen as well. */
  showLabel?: boolean | undefined;
  className?: string | undefined;
}

/** The shape of what is coming. Nothing is seen in the first 200 ms, so that a quick answer does not flash. */
export function Skeleton({ shape = 'text', count = 3, label = 'Loading', showLabel, className }: SkeletonProps) {
  return (
    <div role="status" className={cx(styles.skeleton, styles[shape], className)}>
      <span className={showLabel ? undefined : styles.label}>{label}</span>
      {Array.from({ length: count }, (_, index) => index + 1).map((line) => (
        <span key={line} className={styles.block} aria-hidden="true" />
      ))}
    </div>
  );
}
