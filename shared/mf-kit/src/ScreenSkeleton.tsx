import styles from './ScreenSkeleton.module.css';

/** Stands where a screen will be; shows itself after 200 ms only. */
export function ScreenSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <div className={styles.title} />
      <div className={styles.card} />
      <div className={styles.card} />
      <div className={styles.card} />
    </div>
  );
}
