import { cx } from './cx';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  shape?: 'text' | 'card' | 'rows' | 'form' | 'stats';
  /** The number of lines, cards or rows. */
  count?: number;
  /** The content that is loading, announced once. */
  label?: string;
  /** Makes the label visible. */
  showLabel?: boolean | undefined;
  className?: string | undefined;
}

/** A placeholder in the shape of the content. It is invisible for 200 ms, so that a fast reply causes no flash. */
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
