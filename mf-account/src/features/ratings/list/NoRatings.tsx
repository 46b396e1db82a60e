import styles from './Ratings.module.css';

const STAR = 'M12 3l2.8 5.7 6.2.9-4.5 4.4 1.1 6.2-5.6-2.9-5.6 2.9 1.1-6.2L3 9.6l6.2-.9z';

/** Three stars that nobody has filled yet (RATING-15). */
export const NoRatings = () => (
  <svg viewBox="0 0 120 72" role="img" aria-label="No ratings" className={styles.noRatings}>
    <path d={STAR} transform="translate(4 26) scale(1.4)" />
    <path d={STAR} transform="translate(34 2) scale(2.2)" />
    <path d={STAR} transform="translate(82 26) scale(1.4)" />
    <path d="M22 68h76" strokeDasharray="3 6" />
  </svg>
);
