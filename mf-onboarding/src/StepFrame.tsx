import { PageTitle } from '@portal/ui/PageTitle';
import { type ReactNode, useId } from 'react';
import styles from './StepFrame.module.css';
import { type Stage, Stepper } from './Stepper';

interface StepFrameProps {
  /** Undefined if a guard who completed the onboarding opens the screen. */
  at?: Stage | undefined;
  title: string;
  lead?: ReactNode;
  /** `text`: the width of a text page. */
  width?: 'form' | 'text';
  children: ReactNode;
}

/** The frame of every onboarding step: the current step, the heading and an introduction. */
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
