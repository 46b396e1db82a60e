import { cx } from '@portal/ui/cx';
import type { ReactNode } from 'react';
import styles from './FormSection.module.css';
import sections from './section.module.css';

interface FormSectionProps {
  /** Of the heading over the form, which names the section. */
  id: string;
  title: string;
  lead?: string;
  form: ReactNode;
  tinted?: boolean;
  /** What stands beside the form: why to write, and other ways. */
  children: ReactNode;
}

/** A form on a card, and words beside it. */
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
