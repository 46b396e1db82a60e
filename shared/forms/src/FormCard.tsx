import { type ReactNode, useId } from 'react';
import styles from './Fields.module.css';

/** A group of a long form, or of what it holds: a raised card with its heading. */
export function FormCard({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </section>
  );
}
