import { type ReactNode, useId } from 'react';
import styles from './Fields.module.css';

interface FormCardProps {
  title: string;
  lead?: ReactNode;
  /** A link or button in the row of the heading. */
  action?: ReactNode;
  /** The fragment of links to this card. */
  id?: string | undefined;
  children: ReactNode;
}

/** A card with a heading: one group of a long form or of its summary. */
export function FormCard({ title, lead, action, id, children }: FormCardProps) {
  const titleId = useId();
  return (
    <section id={id} className={styles.card} aria-labelledby={titleId}>
      <div className={styles.heading}>
        <h2 id={titleId}>{title}</h2>
        {action}
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** Two fields in one row, or in two rows on a narrow screen. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;
