import type { ReactNode } from 'react';
import { useId } from 'react';
import { Card } from './Card';
import { cx } from './cx';
import styles from './StepCard.module.css';

export interface StepCardProps {
  title: string;
  /** Heading level of the title. */
  level: 2 | 3;
  /** The accessible name of the section; by default its title. */
  label?: string | undefined;
  /** A figure at the end of the title's line. */
  figure?: ReactNode;
  /** A small title above the name of the card's content. */
  hasSmallTitle?: boolean | undefined;
  children?: ReactNode;
  className?: string | undefined;
}

/** A card with an amber edge for the next step: title, text and buttons. */
export function StepCard({ title, level, label, figure, hasSmallTitle, children, className }: StepCardProps) {
  const id = useId();
  const Title = `h${level}` as const;
  return (
    <Card as="section" marked className={cx(styles.step, className)} {...(label ? { 'aria-label': label } : { 'aria-labelledby': id })}>
      <div className={styles.head}>
        <Title id={id} className={cx(styles.title, hasSmallTitle && styles.small)}>
          {title}
        </Title>
        {figure}
      </div>
      {children}
    </Card>
  );
}
