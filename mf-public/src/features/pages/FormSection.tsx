import { cx } from '@portal/ui/cx';
import type { ReactNode } from 'react';
import styles from './FormSection.module.css';
import sections from './section.module.css';

interface FormSectionProps {
  /** Id of the heading over the form, which names the section. */
  id: string;
  title: string;
  lead?: string;
  form: ReactNode;
  tinted?: boolean;
  /** Text next to the form: reasons to write, and other ways to reach us. */
  children: ReactNode;
}

export function FormSection({ id, title, lead, form, tinted, children }: FormSectionProps) {
  return (
    <section className={cx(tinted && sections.band)} aria-labelledby={id}>
      <div className={cx(sections.section, styles.split)}>
        <div className={styles.beside}>{children}</div>
        <div className={styles.card}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {lead && <p className={styles.lead}>{lead}</p>}
          {form}
        </div>
      </div>
    </section>
  );
}
