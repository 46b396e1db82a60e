import { type Commitment, commitmentWords } from '@portal/contracts/jobs/jobs.commitment';
import styles from './CommitmentPart.module.css';

/** All that a guard applies for: the shifts with every date, and what they come to. */
export function CommitmentPart({ commitment }: { commitment: Commitment | null | undefined }) {
  if (!commitment) return null;
  const { shifts, dates, total } = commitmentWords(commitment);
  return (
    <p className={styles.commitment}>
      <span>{`${shifts}: ${dates}`}</span> <strong>{total}</strong>
    </p>
  );
}
