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
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { prefetchSearch, useJobSearch } from '../jobs.queries';
import { usePageWithin } from '../usePageWithin';
import { newSince } from './device';
import { FilterPanel } from './FilterPanel';
import { Results } from './Results';
import { SavedSearches } from './SavedSearches';
import styles from './SearchScreen.module.css';
import { type Filters, readSearch, refusedFilters, type Search, savedQuery, searchQuery } from './search.filters';
import { useKept } from './useKept';
import { useSlow } from './useSlow';

const jobsWord = (count: number, isExact?: boolean) => `${total(count, isExact)} ${count === 1 ? 'job' : 'jobs'}`;

const MapPanel = lazy(async () => ({ default: (await import(/* webpackChunkName: "search-map" */ './MapPanel')).MapPanel }));

const NONE: Record<string, string> = {};

/** The same object while the refusal is the same: the fields are not drawn again. */
function useRefused(fields: Record<string, string> | undefined): Record<string, string> {
  const words = JSON.stringify(fields);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is made anew at each render; its words tell
  return useMemo(() => (fields ? refusedFilters(fields) : NONE), [words]);
}

export function SearchScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const [position, setPosition] = useState(portal.lastPosition);
  const keeping = useKept();
  const search = useMemo(() => readSearch(params), [params]);
  const { data, hasData, error, isRefreshing, retry } = useJobSearch(search, position);
  const refused = useRefused(error?.fields);
  const isRefused = Object.keys(refused).length > 0;
  const pageCount = Math.ceil(data.total / limits.pageSize);
  const found = jobsWord(data.total, data.totalIsExact);
  const isNew = useMemo(() => newSince(keeping.kept), [keeping.kept]);
  const news = data.docs.filter(isNew).length;
  const isMap = search.view === 'map';
  const linkTo = useCallback((changes: Partial<Search>) => jobsPaths.search(searchQuery({ ...search, ...changes })), [search]);
  const searchWith = useCallback(
    (filters: Filters) => {
      const to = linkTo({ filters, page: 1 });
      prefetchSearch(readSearch(new URL(to, window.location.origin).searchParams), position);
      portal.navigate(to, { replace: true });
    },
    [portal, linkTo, position],
  );
  const locate = useCallback(async () => setPosition(await portal.position()), [portal]);
  // Cards carry the address of their own list: they are rendered once, when the next list is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address alone makes no other list
  const list = useMemo(() => ({ page: data, from: linkTo({}) }), [data]);
  // In slices, so that no task holds up a finger; the first ones stand at once.
  const shown = useDeferredValue(hasData ? list : null) ?? list;
  const saved = useMemo(
    () => (
      <SavedSearches
        keeping={keeping}
        query={savedQuery(search.filters)}
        linkTo={(query) => linkTo({ filters: readSearch(new URLSearchParams(query)).filters, page: 1 })}
      />
    ),
    [keeping, search, linkTo],
  );
  const isSlow = useSlow(isRefreshing);
  const reset = useCallback(() => searchWith({}), [searchWith]);
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
        locate={locate}
        found={hasData && !error ? `Show ${found}` : 'Show jobs'}
        saved={saved}
      />
      <section className={cx(styles.results, isMap && styles.beside)} aria-label="Jobs found" aria-busy={isRefreshing || shown !== list}>
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
            page={shown.page}
            search={search}
            from={shown.from}
            pageCount={pageCount}
            isOld={isSlow || error !== null}
            isNew={isNew}
            reset={reset}
          />
        )}
        {!hasData && !error && <Skeleton shape="card" count={4} label="Loading jobs" />}
      </section>
    </div>
  );
}
