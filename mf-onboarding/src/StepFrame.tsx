import { PageHeader } from '@portal/ui/PageHeader';
import { type ReactNode, useId } from 'react';
import styles from './StepFrame.module.css';
import { type Stage, Stepper } from './Stepper';

interface StepFrameProps {
  /** Left out where a screen of the onboarding is opened by a guard who is through. */
  at?: Stage | undefined;
  title: string;
  lead?: ReactNode;
  /** `text`: as wide as a page of text. */
  width?: 'form' | 'text';
  children: ReactNode;
}

/** What every step of the onboarding stands in: where I am, the heading, what it is about. */
export function StepFrame({ at, title, lead, width = 'form', children }: StepFrameProps) {
  const id = useId();
  return (
    <section className={width === 'text' ? `${styles.frame} ${styles.text}` : styles.frame} aria-labelledby={id}>
      {at && <Stepper at={at} />}
      <PageHeader plain id={id} className={styles.title} title={title} />
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}

/** A group of a long form, or of what it holds: a raised card with its heading. */
export function StepCard({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
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
