import { money } from '@portal/contracts/_kernel/formats';
import { type Transaction, transactionKind } from '@portal/contracts/earnings/earnings.endpoints';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import styles from './Panel.module.css';

export function EarningRow({ transaction }: { transaction: Transaction }) {
  const { jobId, createdAt, amount, isCredit } = transaction;
  const kind = transactionKind(transaction);
  return (
    <li className={styles.row}>
      <span className={styles.title}>{jobId?.jobTitle ?? kind}</span>
      <span className={isCredit ? styles.credit : styles.amount}>
        {isCredit ? '+' : '−'}
        {money(amount)}
      </span>
      <span className={styles.line}>
        {jobId && `${kind} · `}
        <UtcAndLocal instant={createdAt} format="dateTime" />
      </span>
    </li>
  );
}
