import { cx } from './cx';
import styles from './Rating.module.css';
import { HALF_STAR, STAR } from './stars';

/** Rounds any number to 0 to 5 in half steps. */
export const roundToHalfSteps = (value: number): number =>
  Math.min(5, Math.max(0, Math.round((Number.isFinite(value) ? value : 0) * 2) / 2));

/** A rating as stars. Screen readers announce `label` and the number. */
export function Rating({ value, label = 'Rating', className }: { value: number; label?: string; className?: string | undefined }) {
  const shown = roundToHalfSteps(value);
  return (
    <span role="img" aria-label={`${label}: ${shown} out of 5 stars`} className={cx(styles.rating, className)}>
      {[1, 2, 3, 4, 5].map((star) => (
        <svg key={star} viewBox="0 0 24 24" className={styles.star} aria-hidden="true">
          <path d={STAR} className={shown >= star ? styles.full : styles.none} />
          {shown === star - 0.5 && <path d={HALF_STAR} className={styles.full} />}
        </svg>
      ))}
    </span>
  );
}
