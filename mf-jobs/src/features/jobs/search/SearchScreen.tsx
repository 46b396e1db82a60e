import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { countOf, pageCountOf } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { useGeolocation } from '@portal/mf-kit/useGeolocation';
import { cx } from '@portal/ui/cx';
import { PageHeader } from '@portal/ui/PageHeader';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { prefetchSearch, useJobSearch } from '../jobs.queries';
import { newSince } from './device';
import { FilterPanel } from './FilterPanel';
import { isNoneFitting, QuickFilters } from './QuickFilters';
import { jobsCounted, Results } from './Results';
import { SavedSearches } from './SavedSearches';
import styles from './SearchScreen.module.css';
import { type Filters, readSearch, refusedFilters, type Search, savedQuery, searchQuery } from './search.filters';
import { useSavedSearches } from './useSavedSearches';

const MapPanel = lazyPart(() => import(/* webpackChunkName: "search-map" */ './MapPanel').then((file) => file.MapPanel), {
  fallback: <Skeleton shape="card" label="Loading the map" />,
  failed: 'The map could not be loaded',
});

const SEARCH_STILL = 'You can still search by place name, or sort by distance from your base.';

const NONE: Record<string, string> = {};

/** The same object while the refusal is the same, so that the fields are not rendered again. */
function useRefused(fields: Record<string, string> | undefined): Record<string, string> {
  const words = JSON.stringify(fields);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is a new object at each render, with the same message
  return useMemo(() => (fields ? refusedFilters(fields) : NONE), [words]);
}

export function SearchScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const [position, setPosition] = useState(portal.lastPosition);
  const keeping = useSavedSearches();
  const search = useMemo(() => readSearch(params), [params]);
  const query = useJobSearch(search, position);
  const { data, hasData, error, isLoading, isRefreshing } = query;
  const refused = useRefused(error?.fields);
  const isRefused = Object.keys(refused).length > 0;
  const pageCount = pageCountOf(data);
  const found = countOf(data, jobsCounted);
  const answer = query.hasData && !query.isPrevious && !error ? query.data : null;
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
  const { read, isReading, note } = useGeolocation(SEARCH_STILL);
  const locate = useCallback(async () => setPosition(await read()), [read]);
  // Cards have the address of their own list, so that they are rendered once, with the next list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address alone makes no other list
  const list = useMemo(() => ({ page: data, from: linkTo({}) }), [data]);
  // In slices, so that no task delays a touch.
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
  const reset = useCallback(() => searchWith({}), [searchWith]);

  return (
    <div className={styles.screen}>
      <PageHeader
        title="Search Jobs"
        className={styles.header}
        actions={
          <Status className={styles.count}>
            {hasData && !error && <span>{pageCount > 1 ? `${found}, page ${search.page} of ${pageCount}` : found}</span>}
          </Status>
        }
      />
      <FilterPanel
        filters={search.filters}
        search={searchWith}
        refused={refused}
        isLocated={position !== null}
        locate={locate}
        isLocating={isReading}
        notLocated={note}
        found={hasData && !error ? `Show ${found}` : 'Show jobs'}
        isSearching={isLoading || isRefreshing}
        saved={saved}
      />
      <section className={cx(styles.results, isMap && styles.beside)} aria-label="Jobs found" aria-busy={isRefreshing || shown !== list}>
        <div className={styles.head}>
          <QuickFilters
            filters={search.filters}
            search={searchWith}
            found={answer}
            isMap={isMap}
            toggleMap={() => portal.navigate(linkTo({ view: isMap ? undefined : 'map' }), { replace: true })}
          />
          <Status className={styles.notice} tone={isRefused ? 'danger' : 'quiet'}>
            {isRefused && (
              <span>{`Please correct the highlighted filter.${hasData ? ' The list below is for your previous search.' : ''}`}</span>
            )}
            {isNoneFitting(search.filters, answer) && <span>{jobsMessages.noneFits}</span>}
            {hasData && !error && news > 0 && <strong className={styles.news}>{jobsMessages.newHere(news)}</strong>}
          </Status>
        </div>
        {isMap && !isRefused && (
          <div className={styles.map}>
            <MapPanel search={search} position={position} />
          </div>
        )}
        {/* A refused filter is marked on its field, and the list before it stays. */}
        {(hasData || !isRefused) && (
          <Results
            query={{ ...query, data: shown.page, error: isRefused ? null : error } as typeof query}
            search={search}
            from={shown.from}
            isNew={isNew}
            reset={reset}
          />
        )}
      </section>
    </div>
  );
}
