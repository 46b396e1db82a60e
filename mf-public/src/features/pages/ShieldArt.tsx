import styles from './ShieldArt.module.css';

/** A line drawing of 24 x 24 on the portal's logo. */
export function ShieldArt({ drawing }: { drawing: string }) {
  return (
    <svg className={styles.shield} viewBox="0 0 96 112" aria-hidden="true">
      <path className={styles.field} d="M48 3 93 20v33c0 29-19 47-45 56C22 100 3 82 3 53V20Z" />
      <path className={styles.edge} d="M48 11 86 25v28c0 25-16 40-38 48C26 93 10 78 10 53V25Z" />
      <path className={styles.line} transform="translate(20 26) scale(2.33)" d={drawing} />
    </svg>
  );
}
