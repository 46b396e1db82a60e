import styles from './Spinner.module.css';

/** A sign of waiting for content without a skeleton. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return <span role="status" aria-label={label} className={styles.spinner} />;
}
