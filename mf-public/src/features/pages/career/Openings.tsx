import { careerCopy } from '@portal/contracts/career/career.copy';
import type { Opening } from '@portal/contracts/career/career.rules';
import { whyUnread } from '@portal/mf-kit/failure';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { useOpenings } from '../../career/career.queries';
import styles from './Openings.module.css';

function OpeningCard({ title, place, hours, description }: Opening) {
  return (
    <li className={styles.opening}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.facts}>
        {place} · {hours}
      </p>
      <p className={styles.text}>{description}</p>
      <a href="#apply-now" className={styles.apply} aria-label={`Apply for this: ${title}`}>
        Apply for this
      </a>
    </li>
  );
}

/** What is open now (PUBLIC-CAREER-02). */
export function Openings() {
  const { hasData, data, error, isLoading, isRefreshing, retry } = useOpenings();
  if (!hasData)
    return error ? (
      <ErrorState
        title="The openings could not be loaded"
        safe={whyUnread(error)}
        reference={error.reference}
        onRetry={retry}
        retryBusy={isLoading || isRefreshing}
      />
    ) : (
      <Skeleton shape="rows" count={2} label="Loading the openings" />
    );
  if (data.length === 0)
    return (
      <div className={styles.none}>
        <p className={styles.title}>{careerCopy.noOpenings}</p>
        <p className={styles.text}>You may apply all the same: we keep what you send and write when something fits.</p>
      </div>
    );
  return (
    <ul className={styles.list}>
      {data.map((opening) => (
        <OpeningCard key={`${opening.title}, ${opening.place}`} {...opening} />
      ))}
    </ul>
  );
}
