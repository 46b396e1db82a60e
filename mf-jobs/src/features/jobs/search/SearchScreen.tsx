import { total } from '@portal/contracts/_kernel/formats';
import { limits } from '@portal/contracts/_kernel/limits';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { ErrorState } from '@portal/ui/ErrorState';
import { PageHeader } from '@portal/ui/PageHeader';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { useState } from 'react';
import { useJobSearch } from '../jobs.queries';
import { FilterPanel } from './FilterPanel';
import { Results } from './Results';
import styles from './SearchScreen.module.css';
import { type Filters, readSearch, refusedFilters, searchQuery } from './search.filters';

const jobsWord = (count: number, isExact?: boolean) => `${total(count, isExact)} ${count === 1 ? 'job' : 'jobs'}`;

export function SearchScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const [position, setPosition] = useState(portal.lastPosition);
  const search = readSearch(params);
  const { data, hasData, error, isRefreshing, retry } = useJobSearch(search, position);
  const refused = refusedFilters(error?.fields ?? {});
  const isRefused = Object.keys(refused).length > 0;
  const pageCount = Math.ceil(data.total / limits.pageSize);
  const found = jobsWord(data.total, data.totalIsExact);

  const searchWith = (filters: Filters) => portal.navigate(jobsPaths.search(searchQuery({ filters, page: 1 })), { replace: true });

  return (
    <div className={styles.screen}>
      <PageHeader title="Search Jobs" className={styles.header} />
      <FilterPanel
        filters={search.filters}
        search={searchWith}
        refused={refused}
        isLocated={position !== null}
        locate={async () => setPosition(await portal.position())}
        found={hasData && !error ? `Show ${found}` : 'Show jobs'}
      />
      <section className={styles.results} aria-label="Jobs found" aria-busy={isRefreshing}>
        <Status className={styles.count} tone={isRefused ? 'danger' : 'quiet'}>
          {isRefused && `Please correct the marked filter.${hasData ? ' The list below is from before.' : ''}`}
          {hasData && !error && (pageCount > 1 ? `${found}, page ${search.page} of ${pageCount}` : found)}
        </Status>
        {error && !isRefused && (
          <ErrorState title="The jobs could not be loaded" safe={error.userMessage} reference={error.reference} onRetry={retry} />
        )}
        {hasData && (
          <Results page={data} search={search} pageCount={pageCount} isOld={isRefreshing || error !== null} reset={() => searchWith({})} />
        )}
        {!hasData && !error && <Skeleton shape="card" count={4} label="Loading jobs" />}
      </section>
    </div>
  );
}
