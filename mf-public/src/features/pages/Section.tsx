import { cx } from '@portal/ui/cx';
import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  /** Id of the heading, which names the section. */
  id: string;
  title: string;
  intro?: ReactNode;
  /** Uses a darker background. */
  tinted?: boolean;
  children: ReactNode;
}

export function Section({ id, title, intro, tinted, children }: SectionProps) {
  return (
    <section className={cx(tinted && styles.band)} aria-labelledby={id}>
      <div className={styles.section}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {intro && <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
    </section>
  );
}
