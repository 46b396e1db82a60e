import { type Commitment, commitmentText } from '@portal/contracts/_kernel/commitment';
import styles from './CommitmentPart.module.css';

/** The shifts of an award with every date, the total hours and the total pay. */
export function CommitmentPart({ commitment }: { commitment: Commitment | null | undefined }) {
  if (!commitment) return null;
  const { shifts, dates, total } = commitmentText(commitment);
  return (
    <p className={styles.commitment}>
      <span>{`${shifts}: ${dates}`}</span> <strong>{total}</strong>
    </p>
  );
}
