import styles from './StepList.module.css';

export interface Step {
  title: string;
  text: string;
}

/** Steps in their order, numbered 01, 02, … */
export function StepList({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol className={styles.steps} aria-label={label}>
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
