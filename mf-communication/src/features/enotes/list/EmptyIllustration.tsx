import styles from './ENotesScreen.module.css';

/** An empty clipboard (ENOTES-11). */
export const EmptyIllustration = () => (
  <svg viewBox="0 0 120 120" role="img" aria-label="No data" className={styles.noData}>
    <rect x="26" y="20" width="68" height="86" rx="8" />
    <rect x="44" y="12" width="32" height="16" rx="6" />
    <path d="M40 50h40M40 66h40M40 82h24" strokeDasharray="3 6" />
  </svg>
);
