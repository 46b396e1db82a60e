import { money } from '@portal/contracts/_kernel/formats';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Stat } from '@portal/ui/Stat';
import { useProfileSummary } from '../guards.queries';
import styles from './Totals.module.css';

/** `12.5`: hours with at most two decimals, without padding. */
const hours = (decimal: string) => String(Number(Number(decimal).toFixed(2)));

/** Four totals. A guard who has not worked yet sees zeros. */
export function Totals({ guardId }: { guardId: string }) {
  const query = useProfileSummary(guardId);
  return (
    <section aria-labelledby="profile-totals">
      <h2 id="profile-totals" className={styles.heading}>
        At a glance
      </h2>
      <QueryView
        query={query}
        failed="Your totals could not be loaded"
        loading={{ shape: 'stats', count: 4, label: 'Loading your totals' }}
      >
        {({ totalEarning, eWallet, hoursWorked, rating }) => (
          <div className={styles.stats}>
            <Stat label="Total earning" value={money(totalEarning)} hint="Everything credited so far" />
            <Stat label="In-hand earning" value={money(eWallet)} hint="In your wallet" />
            <Stat label="Hours worked" value={hours(hoursWorked)} />
            <Stat label="Rating" value={rating > 0 ? `${rating} / 5` : 'Not rated yet'} />
          </div>
        )}
      </QueryView>
    </section>
  );
}
