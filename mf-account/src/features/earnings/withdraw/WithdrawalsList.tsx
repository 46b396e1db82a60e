import { money } from '@portal/contracts/_kernel/formats';
import { withdrawalSteps } from '@portal/contracts/earnings/earnings.copy';
import { refusalText, withdrawalStatuses } from '@portal/contracts/earnings/earnings.rules';
import type { Withdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { cx } from '@portal/ui/cx';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import styles from './Withdrawals.module.css';

const instants = ({ createdAt, processedAt, closedAt }: Withdrawal) => [createdAt, processedAt, closedAt];

/** The completed and the remaining steps of a withdrawal. */
function Steps({ withdrawal }: { withdrawal: Withdrawal }) {
  const { status, createdAt, closedAt } = withdrawal;
  const steps =
    status === 'refused'
      ? [
          { status: 'requested' as const, at: createdAt },
          { status, at: closedAt },
        ]
      : withdrawalSteps.map((step, at) => ({ status: step, at: instants(withdrawal)[at] ?? null }));
  return (
    <ol className={styles.steps} aria-label={`Steps of the withdrawal of ${money(withdrawal.amount)}`}>
      {steps.map((step) => (
        <li
          key={step.status}
          className={cx(styles.step, step.at !== null && styles.reached)}
          aria-current={step.status === status ? 'step' : undefined}
        >
          <span className={styles.name}>{withdrawalStatuses[step.status]}</span>
          {step.at ? <UtcAndLocal instant={step.at} format="dateTime" className={styles.at} /> : <span className={styles.at}>To come</span>}
        </li>
      ))}
    </ol>
  );
}

/** The latest withdrawals, each with its steps. */
export function WithdrawalsList({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  if (withdrawals.length === 0) return null;
  return (
    <section aria-labelledby="withdrawals" className={styles.section}>
      <h2 id="withdrawals" className={styles.heading}>
        Withdrawals
      </h2>
      <ul className={styles.list}>
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id} className={styles.item}>
            <span className={styles.amount}>{money(withdrawal.amount)}</span>
            <Steps withdrawal={withdrawal} />
            {withdrawal.reason && <p className={styles.reason}>{refusalText(withdrawal.reason)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
