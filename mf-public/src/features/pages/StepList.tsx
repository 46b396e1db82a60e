import { cx } from '@portal/ui/cx';
import styles from './StepList.module.css';

export interface Step {
  title: string;
  text: string;
}

/** Numbered steps: 01, 02, and so on. `stacked` keeps them in one column at any width. */
export function StepList({ steps, label, stacked }: { steps: readonly Step[]; label: string; stacked?: boolean }) {
  return (
    <ol className={cx(styles.steps, !stacked && styles.beside)} aria-label={label}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className={styles.step}>
          <span className={styles.number}>{String(index + 1).padStart(2, '0')}</span>
          <div>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
