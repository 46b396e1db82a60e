import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { countOf, pageCountOf } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PressContext } from '@portal/mf-kit/remote';
import { useSearchParams } from '@portal/mf-kit/router';
import type { PressedLink } from '@portal/mf-kit/routes';
import { useGeolocation } from '@portal/mf-kit/useGeolocation';
import { cx } from '@portal/ui/cx';
import { PageHeader } from '@portal/ui/PageHeader';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { readSearchEarly, useJobSearch } from '../jobs.queries';
import { FilterPanel } from './FilterPanel';
import { isNoneFitting, QuickFilters } from './QuickFilters';
import { jobsCounted, Results } from './Results';
import { SavedSearches } from './SavedSearches';
import styles from './SearchScreen.module.css';
import { newSince } from './savedSearchStore';
import { type Filters, readSearch, refusedFilters, type Search, savedQuery, searchQuery } from './search.filters';
import { useSavedSearches } from './useSavedSearches';

const MapPanel = lazyPart(() => import(/* webpackChunkName: "search-map" */ './MapPanel').then((file) => file.MapPanel), {
  fallback: <Skeleton shape="card" label="Loading the map" />,
  failed: 'The map could not be loaded',
});

const SEARCH_STILL = 'You can still search by place name, or sort by distance from your base.';

const NO_REFUSALS: Record<string, string> = {};

/** Returns the same object while the refusal is the same, so that the memoised fields are not rendered again. */
function useRefused(fields: Record<string, string> | undefined): Record<string, string> {
  const serialised = JSON.stringify(fields);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is a new object at each render, with the same message
  return useMemo(() => (fields ? refusedFilters(fields) : NO_REFUSALS), [serialised]);
}

const withPage = (found: string, page: number, pageCount: number) => (pageCount > 1 ? `${found}, page ${page} of ${pageCount}` : found);

interface NoticeProps {
  isRefused: boolean;
  hasPreviousList: boolean;
  fitsNone: boolean;
  newCount: number;
}

function SearchNotice({ isRefused, hasPreviousList, fitsNone, newCount }: NoticeProps) {
  const previous = hasPreviousList ? ' The list below is for your previous search.' : '';
  return (
    <Status className={styles.notice} tone={isRefused ? 'danger' : 'quiet'}>
      {isRefused && <span>{`Please correct the highlighted filter.${previous}`}</span>}
      {fitsNone && <span>{jobsMessages.noneFits}</span>}
      {newCount > 0 && <strong className={styles.news}>{jobsMessages.newHere(newCount)}</strong>}
    </Status>
  );
}

export function SearchScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const [position, setPosition] = useState(portal.lastPosition);
  const savedSearches = useSavedSearches();
  const search = useMemo(() => readSearch(params), [params]);
  const query = useJobSearch(search, position);
  const { data, hasData, error, isLoading, isRefreshing } = query;
  const refused = useRefused(error?.fields);
  const isRefused = Object.keys(refused).length > 0;
  const hasList = hasData && !error;
  const found = countOf(data, jobsCounted);
  const answer = query.hasData && !query.isPrevious && !error ? query.data : null;
  const isNew = useMemo(() => newSince(savedSearches.stored), [savedSearches.stored]);
  const newCount = data.docs.filter(isNew).length;
  const isMap = search.view === 'map';
  const linkTo = useCallback((changes: Partial<Search>) => jobsPaths.search(searchQuery({ ...search, ...changes })), [search]);
  const searchWith = useCallback(
    (filters: Filters) => {
      const to = linkTo({ filters, page: 1 });
      const guardId = portal.session.current()?.guardId ?? '';
      readSearchEarly(readSearch(new URL(to, window.location.origin).searchParams), position, { guardId });
      portal.navigate(to, { replace: true });
    },
    [portal, linkTo, position],
  );
  const { read, isReading, note } = useGeolocation(SEARCH_STILL);
  const locate = useCallback(async () => setPosition(await read()), [read]);
  // The list keeps the address that it was requested with, so that its cards are not rendered again until the next list arrives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address alone is not a new list
  const list = useMemo(() => ({ page: data, from: linkTo({}) }), [data]);
  // Deferred, so that React renders the list in slices and a touch is never delayed.
  const shown = useDeferredValue(hasData ? list : null) ?? list;
  const saved = useMemo(
    () => (
      <SavedSearches
        savedSearches={savedSearches}
        query={savedQuery(search.filters)}
        linkTo={(query) => linkTo({ filters: readSearch(new URLSearchParams(query)).filters, page: 1 })}
      />
    ),
    [savedSearches, search, linkTo],
  );
  const reset = useCallback(() => searchWith({}), [searchWith]);

  return (
    <div className={styles.screen}>
      <PageHeader
        title="Search Jobs"
        className={styles.header}
        actions={<Status className={styles.count}>{hasList && <span>{withPage(found, search.page, pageCountOf(data))}</span>}</Status>}
      />
      <FilterPanel
        filters={search.filters}
        search={searchWith}
        refused={refused}
        isLocated={position !== null}
        locate={locate}
        isLocating={isReading}
        notLocated={note}
        found={hasList ? `Show ${found}` : 'Show jobs'}
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
          <SearchNotice
            isRefused={isRefused}
            hasPreviousList={hasData}
            fitsNone={isNoneFitting(search.filters, answer)}
            newCount={hasList ? newCount : 0}
          />
        </div>
        {isMap && !isRefused && (
          <div className={styles.map}>
            <MapPanel search={search} position={position} />
          </div>
        )}
        {/* A refused filter is marked at its field, and the previous list stays. */}
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
SearchScreen.startReads = ({ search }: PressedLink, by: PressContext): void => readSearchEarly(readSearch(search), by.lastPosition(), by);
