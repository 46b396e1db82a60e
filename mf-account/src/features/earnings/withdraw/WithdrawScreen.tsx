import { earningsLabels, earningTabs } from '@portal/contracts/earnings/earnings.copy';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { PageHeader } from '@portal/ui/PageHeader';
import { RevealInOrder } from '@portal/ui/RevealInOrder';
import { Switch } from '@portal/ui/Switch';
import { Tabs } from '@portal/ui/Tabs';
import { UtcContext } from '@portal/ui/UtcAndLocal';
import { useState } from 'react';
import { PayCheck } from '../pay/PayCheck';
import { StatementForm } from '../statements/StatementForm';
import { EarningsByPeriod } from '../time/EarningsByPeriod';
import { urlWith } from './filter';
import { Transactions } from './Transactions';
import { Wallet } from './Wallet';
import styles from './WithdrawScreen.module.css';

const [first] = earningTabs;

/** The guard's wallet, and in tabs the transactions, totals over time, the pay check and the statements. */
export function WithdrawScreen() {
  const portal = usePortal();
  const session = useSession();
  const [params] = useSearchParams();
  const [isUtcShown, setUtcShown] = useState(false);
  const tab = earningTabs.find(({ id }) => id === params.get('tab')) ?? first;
  if (!session) return null;
  const open = (id: string) => portal.navigate(urlWith(params, { tab: id === first.id ? undefined : id }), { replace: true });
  return (
    <RevealInOrder className={styles.screen}>
      <PageHeader title={earningsLabels.title} />
      <UtcContext value={isUtcShown}>
        <Wallet guardId={session.guardId} />
        <Switch label="Show UTC times" className={styles.utc} checked={isUtcShown} onChange={({ target }) => setUtcShown(target.checked)} />
        <Tabs label="Parts of your earnings" tabs={earningTabs} selected={tab.id} onSelect={open}>
          {tab.id === 'transactions' && <Transactions guardId={session.guardId} />}
          {tab.id === 'time' && <EarningsByPeriod />}
          {tab.id === 'pay' && <PayCheck />}
          {tab.id === 'statements' && <StatementForm />}
        </Tabs>
      </UtcContext>
    </RevealInOrder>
  );
}
