import { PageTitle } from '@portal/ui/PageTitle';
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
      <PageTitle id={id} className={styles.title} title={title} />
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}
