import { earningsLabels, earningTabs } from '@portal/contracts/earnings/earnings.copy';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { Afterwards } from '@portal/ui/Afterwards';
import { PageHeader } from '@portal/ui/PageHeader';
import { Tabs } from '@portal/ui/Tabs';
import { GapNotice } from '../pay/GapNotice';
import { PayCheck } from '../pay/PayCheck';
import { StatementForm } from '../statements/StatementForm';
import { OverTime } from '../time/OverTime';
import { Transactions } from './Transactions';
import { Wallet } from './Wallet';
import styles from './WithdrawScreen.module.css';

const [first] = earningTabs;

/** The guard's wallet, and in tabs everything that was booked, over time, against what it should be, and to take away. */
export function WithdrawScreen() {
  const portal = usePortal();
  const session = useSession();
  const [params] = useSearchParams();
  const tab = earningTabs.find(({ id }) => id === params.get('tab')) ?? first;
  if (!session) return null;
  const open = (id: string) => portal.navigate(earningsPaths.withdraw({ tab: id === first.id ? undefined : id }), { replace: true });
  return (
    <div className={styles.screen}>
      <PageHeader title={earningsLabels.title} />
      <Wallet guardId={session.guardId} />
      <Afterwards>
        <GapNotice />
      </Afterwards>
      <Tabs label="Parts of your earnings" tabs={earningTabs} selected={tab.id} onSelect={open}>
        {tab.id === 'transactions' && <Transactions guardId={session.guardId} />}
        {tab.id === 'time' && <OverTime />}
        {tab.id === 'pay' && <PayCheck />}
        {tab.id === 'statements' && <StatementForm />}
      </Tabs>
    </div>
  );
}
