import type { ReactNode } from 'react';
import { useId } from 'react';
import { Card } from './Card';
import { cx } from './cx';
import styles from './StepCard.module.css';

export interface StepCardProps {
  title: string;
  /** Level of the title. */
  level: 2 | 3;
  /** Names the section; its title does without it. */
  label?: string | undefined;
  /** A figure at the end of the title's line. */
  figure?: ReactNode;
  /** The title is small, above the name of what the card shows. */
  hasSmallTitle?: boolean | undefined;
  children?: ReactNode;
  className?: string | undefined;
}

/** A card with an amber edge for the next step: title, text and acts. */
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
