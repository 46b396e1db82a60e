import { money } from '@portal/contracts/_kernel/formats';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { Stat } from '@portal/ui/Stat';
import { useProfileSummary } from '../guards.queries';
import styles from './Totals.module.css';

/** `12.5`: hours with at most two decimals, without padding. */
const hours = (decimal: string) => String(Number(Number(decimal).toFixed(2)));

/** Four totals; a guard who has not worked yet sees zeros, not a hole. */
export function Totals({ guardId }: { guardId: string }) {
  const { data, hasData, error, isLoading, retry } = useProfileSummary(guardId);
  return (
    <section aria-labelledby="profile-totals">
      <h2 id="profile-totals" className={styles.heading}>
        At a glance
      </h2>
      {isLoading && <Skeleton shape="stats" count={4} />}
      {error && !hasData && <ErrorState title="Your totals could not be loaded." safe={error.userMessage} onRetry={retry} />}
      {hasData && (
        <div className={styles.stats}>
          <Stat label="Total earning" value={money(data.totalEarning)} />
          <Stat label="In-hand earning" value={money(data.eWallet)} hint="In your wallet" />
          <Stat label="Hours worked" value={hours(data.hoursWorked)} />
          <Stat label="Rating" value={data.rating > 0 ? `${data.rating} / 5` : 'Not rated yet'} />
        </div>
      )}
    </section>
  );
}
