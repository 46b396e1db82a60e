import { earningsLabels } from '@portal/contracts/earnings/earnings.copy';
import { useSession } from '@portal/mf-kit/useSession';
import { PageHeader } from '@portal/ui/PageHeader';
import { Transactions } from './Transactions';
import { Wallet } from './Wallet';
import styles from './WithdrawScreen.module.css';

/** The guard's earnings and wallet. */
export function WithdrawScreen() {
  const session = useSession();
  if (!session) return null;
  return (
    <div className={styles.screen}>
      <PageHeader title={earningsLabels.title} />
      <Wallet guardId={session.guardId} />
      <Transactions guardId={session.guardId} />
    </div>
  );
}
