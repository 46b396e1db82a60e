import styles from './Spinner.module.css';

/** Waiting of unknown length, where no skeleton fits. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return <span role="status" aria-label={label} className={styles.spinner} />;
}
