import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { countOf, pageCountOf } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { part } from '@portal/mf-kit/part';
import { useSearchParams } from '@portal/mf-kit/router';
import { usePosition } from '@portal/mf-kit/usePosition';
import { Button } from '@portal/ui/Button';
import { cx } from '@portal/ui/cx';
import { Icon } from '@portal/ui/Icon';
import { PageHeader } from '@portal/ui/PageHeader';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { prefetchSearch, useJobSearch } from '../jobs.queries';
import { newSince } from './device';
import { FilterPanel } from './FilterPanel';
import { jobsCounted, Results } from './Results';
import { SavedSearches } from './SavedSearches';
import styles from './SearchScreen.module.css';
import { type Filters, readSearch, refusedFilters, type Search, savedQuery, searchQuery } from './search.filters';
import { useKept } from './useKept';

const MapPanel = part(() => import(/* webpackChunkName: "search-map" */ './MapPanel').then((file) => file.MapPanel), {
  waiting: <Skeleton shape="card" label="Loading the map" />,
  failed: 'The map could not be loaded',
});

const SEARCH_STILL = 'Search by the name of a place, or sort by the way from your base: both work without it.';

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
  const query = useJobSearch(search, position);
  const { data, hasData, error, isLoading, isRefreshing } = query;
  const refused = useRefused(error?.fields);
  const isRefused = Object.keys(refused).length > 0;
  const pageCount = pageCountOf(data);
  const found = countOf(data, jobsCounted);
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
  const { read, isReading, note } = usePosition(SEARCH_STILL);
  const locate = useCallback(async () => setPosition(await read()), [read]);
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
  const reset = useCallback(() => searchWith({}), [searchWith]);

  return (
    <div className={styles.screen}>
      <PageHeader title="Search Jobs" className={styles.header} />
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
        {isMap && !isRefused && (
          <div className={styles.map}>
            <MapPanel search={search} position={position} />
          </div>
        )}
        {/* A refused filter is marked on its field: the list of before stands. */}
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
