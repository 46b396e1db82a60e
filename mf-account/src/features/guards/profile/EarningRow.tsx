import { signedAmount, type Transaction, transactionKind } from '@portal/contracts/earnings/earnings.endpoints';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import styles from './Panel.module.css';

export function EarningRow({ transaction }: { transaction: Transaction }) {
  const { jobId, createdAt, isCredit } = transaction;
  const kind = transactionKind(transaction);
  return (
    <li className={styles.row}>
      <span className={styles.title}>{jobId?.jobTitle ?? kind}</span>
      <span className={isCredit ? styles.credit : styles.amount}>{signedAmount(transaction)}</span>
      <span className={styles.line}>
        {jobId && <span>{`${kind} · `}</span>}
        <UtcAndLocal instant={createdAt} zone={jobId?.timeZone} format="dateTime" />
      </span>
    </li>
  );
}
