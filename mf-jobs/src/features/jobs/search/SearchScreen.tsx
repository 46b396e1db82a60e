import { total } from '@portal/contracts/_kernel/formats';
import { limits } from '@portal/contracts/_kernel/limits';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { cx } from '@portal/ui/cx';
import { ErrorState } from '@portal/ui/ErrorState';
import { Icon } from '@portal/ui/Icon';
import { PageHeader } from '@portal/ui/PageHeader';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { useJobSearch } from '../jobs.queries';
import { usePageWithin } from '../usePageWithin';
import { newSince } from './device';
import { FilterPanel } from './FilterPanel';
import { Results } from './Results';
import { SavedSearches } from './SavedSearches';
import styles from './SearchScreen.module.css';
import { type Filters, readSearch, refusedFilters, type Search, savedQuery, searchQuery } from './search.filters';
import { useKept } from './useKept';

const jobsWord = (count: number, isExact?: boolean) => `${total(count, isExact)} ${count === 1 ? 'job' : 'jobs'}`;

const MapPanel = lazy(async () => ({ default: (await import(/* webpackChunkName: "search-map" */ './MapPanel')).MapPanel }));

export function SearchScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const [position, setPosition] = useState(portal.lastPosition);
  const keeping = useKept();
  const search = readSearch(params);
  const { data, hasData, error, isRefreshing, retry } = useJobSearch(search, position);
  const refused = refusedFilters(error?.fields ?? {});
  const isRefused = Object.keys(refused).length > 0;
  const pageCount = Math.ceil(data.total / limits.pageSize);
  const found = jobsWord(data.total, data.totalIsExact);
  const isNew = newSince(keeping.kept);
  const news = data.docs.filter(isNew).length;
  const isMap = search.view === 'map';
  // The cards of another page are rendered in slices, so that no task holds up a finger; the first ones stand at once.
  const shown = useDeferredValue(hasData ? data : null) ?? data;

  const linkTo = (changes: Partial<Search>) => jobsPaths.search(searchQuery({ ...search, ...changes }));
  const from = useDeferredValue(linkTo({}));
  const searchWith = (filters: Filters) => portal.navigate(linkTo({ filters, page: 1 }), { replace: true });
  const isSettled = hasData && !isRefreshing && !error && data.docs.length === 0 && data.totalIsExact !== false;
  usePageWithin({ page: search.page, pageCount: isSettled ? pageCount : null, linkTo: (page) => linkTo({ page }) });

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
        saved={
          <SavedSearches
            keeping={keeping}
            query={savedQuery(search.filters)}
            linkTo={(query) => linkTo({ filters: readSearch(new URLSearchParams(query)).filters, page: 1 })}
          />
        }
      />
      <section className={cx(styles.results, isMap && styles.beside)} aria-label="Jobs found" aria-busy={isRefreshing || shown !== data}>
        <div className={styles.head}>
          <Status className={styles.count} tone={isRefused ? 'danger' : 'quiet'}>
            {isRefused && `Please correct the marked filter.${hasData ? ' The list below is from before.' : ''}`}
            {hasData && !error && (pageCount > 1 ? `${found}, page ${search.page} of ${pageCount}` : found)}
            {hasData && !error && news > 0 && <strong className={styles.news}>{` ${jobsMessages.newHere(news)}`}</strong>}
          </Status>
          <Button
            small
            variant={isMap ? 'primary' : 'secondary'}
            icon={<Icon name="map-pin" size={18} />}
            aria-pressed={isMap}
            onClick={() => portal.navigate(linkTo({ view: isMap ? undefined : 'map' }), { replace: true })}
          >
            Map
          </Button>
        </div>
        {error && !isRefused && (
          <ErrorState title="The jobs could not be loaded" safe={error.userMessage} reference={error.reference} onRetry={retry} />
        )}
        {isMap && !isRefused && (
          <div className={styles.map}>
            <Suspense fallback={<Skeleton shape="card" label="Loading the map" />}>
              <MapPanel search={search} position={position} />
            </Suspense>
          </div>
        )}
        {hasData && (
          <Results
            page={shown}
            search={search}
            from={from}
            pageCount={pageCount}
            isOld={isRefreshing || error !== null || shown !== data}
            isNew={isNew}
            reset={() => searchWith({})}
          />
        )}
        {!hasData && !error && <Skeleton shape="card" count={4} label="Loading jobs" />}
      </section>
    </div>
  );
}
