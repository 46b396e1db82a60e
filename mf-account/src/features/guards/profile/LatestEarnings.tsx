import { profileEarningTabs, signedAmount, type Transaction, transactionKind } from '@portal/contracts/earnings/earnings.endpoints';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Link } from '@portal/mf-kit/router';
import { EmptyState } from '@portal/ui/EmptyState';
import { Tabs } from '@portal/ui/Tabs';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { useState } from 'react';
import { useLatestEarnings } from '../../earnings/earnings.queries';
import styles from './Panel.module.css';

type TabId = (typeof profileEarningTabs)[number]['id'];

function EarningRow({ transaction }: { transaction: Transaction }) {
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

export function LatestEarnings({ guardId }: { guardId: string }) {
  const [selected, setSelected] = useState<TabId>('all');
  const type = profileEarningTabs.find(({ id }) => id === selected)?.type;
  const query = useLatestEarnings(guardId, type);
  return (
    <section className={styles.panel} aria-labelledby="profile-earnings">
      <header className={styles.header}>
        <h2 id="profile-earnings" className={styles.heading}>
          Latest earnings
        </h2>
        <Link to={earningsPaths.withdraw()}>My Earning</Link>
      </header>
      <Tabs tabs={profileEarningTabs} selected={selected} onSelect={(id) => setSelected(id as TabId)} label="Kind of transaction">
        <QueryView
          query={query}
          keepsPrevious
          failed="Your earnings could not be loaded"
          loading={{ shape: 'rows', label: 'Loading your earnings' }}
        >
          {({ earnings }) =>
            earnings.docs.length === 0 ? (
              <EmptyState icon="wallet" title="Nothing here yet" why="What you earn is credited when a shift ends." />
            ) : (
              <ul className={styles.rows}>
                {earnings.docs.map((transaction) => (
                  <EarningRow key={transaction.id} transaction={transaction} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Tabs>
    </section>
  );
}
