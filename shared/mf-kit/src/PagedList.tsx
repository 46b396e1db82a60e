import type { Page } from '@portal/contracts/_kernel/envelope';
import { totalText } from '@portal/contracts/_kernel/formats';
import { limits } from '@portal/contracts/_kernel/limits';
import { useDeferredRender } from '@portal/ui/DeferredRender';
import { EmptyState, type EmptyStateProps } from '@portal/ui/EmptyState';
import { Pager } from '@portal/ui/Pager';
import { Skeleton } from '@portal/ui/Skeleton';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './PagedList.module.css';
import { usePortal } from './PortalContext';
import { QueryView, type QueryViewProps } from './QueryView';
import { useDelayed } from './useDelayed';
import { isSettled, waitForQueries } from './waitForQueries';

/** Returns the page number in the address; 1 if it is missing or invalid. */
export const pageInUrl = (params: URLSearchParams): number =>
  /^[1-9]\d{0,4}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;

/** Returns the query value of a page; undefined for the first one. */
export const pageForUrl = (page: number): number | undefined => (page > 1 ? page : undefined);

export const pageCountOf = ({ pages, total: rows }: Pick<Page<unknown>, 'pages' | 'total'>): number =>
  pages ?? Math.ceil(rows / limits.pageSize);

/** `12 jobs`, `1 job`, `1,000+ jobs`. */
export type CountLabels = readonly [one: string, many: string];
export const countOf = ({ total: rows, totalIsExact }: Omit<Page<unknown>, 'docs'>, [one, many]: CountLabels): string =>
  `${totalText(rows, totalIsExact)} ${rows === 1 ? one : many}`;

/** A notice above the rows, from another query. */
export interface NoticeAboveList {
  query: Pick<QueryViewProps<unknown>['query'], 'hasData' | 'error'>;
  /** Null if there is no notice, or its query failed. */
  shown: ReactNode;
}

export interface PagedListProps<Row> extends Pick<QueryViewProps<unknown>, 'failed' | 'detail' | 'loading'> {
  query: QueryViewProps<Page<Row>>['query'];
  /** From the address: `pageInUrl`. */
  page: number;
  /** Returns the address of another page of this list. */
  linkTo(page: number): string;
  counted: CountLabels;
  /** The list waits for the query of the notice, so that neither moves the other on the screen. */
  notice?: NoticeAboveList | undefined;
  /** The screen itself shows the count that is announced. */
  showsCount?: boolean | undefined;
  /** Shown if there are no rows at all. */
  empty: EmptyStateProps;
  /** Replaces `empty` while a filter is active: no row matches, and how to clear the filter. */
  noMatch?: EmptyStateProps | false | undefined;
  children(rows: readonly Row[]): ReactNode;
}

/** Replaces an address beyond the last page by the last page, and announces that. */
function usePageWithin({ query, page, linkTo }: Pick<PagedListProps<unknown>, 'query' | 'page' | 'linkTo'>) {
  const portal = usePortal();
  const { data, hasData, isPrevious, error } = query;
  const isAnswered = hasData && !isPrevious && !error;
  const count = pageCountOf(data);
  const isTooFar = isAnswered && data.docs.length === 0 && page > Math.max(count, 1);
  const last = isTooFar ? linkTo(Math.max(count, 1)) : null;
  useEffect(() => {
    if (last === null) return;
    if (count > 0) portal.toast('info', `There is no page ${page}. This is the last one, page ${count}.`);
    portal.navigate(last, { replace: true });
  }, [portal, last, page, count]);
  return isTooFar;
}

/**
 * Announces the number of rows: once per address, and again when the list becomes empty or gets its first row. Other changes are silent.
 */
function useAnnounceCount(words: string | null, address: string, isEmpty: boolean) {
  const portal = usePortal();
  const told = useRef({ address: '', isEmpty });
  useEffect(() => {
    if (words === null || (told.current.address === address && told.current.isEmpty === isEmpty)) return;
    told.current = { address, isEmpty };
    portal.announce(words);
  }, [portal, words, address, isEmpty]);
}

/**
 * A list with pages, in all its states. The rows of the previous page stay, faded, until the next rows arrive. Cached rows show their age.
 * The list scrolls into view when another page is requested.
 *
 * ```tsx
 * const page = pageInUrl(params);
 * const query = useQuery(listAlerts, { page }, { keepPrevious: true });
 * <PagedList query={query} page={page} linkTo={alertsPaths.list} …>{(row) => <AlertRow alert={row} />}</PagedList>
 * ```
 */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const query = props.notice ? waitForQueries(props.query, props.notice.query) : props.query;
  const { page, linkTo, counted, notice, showsCount, failed, detail, loading, empty, noMatch, children } = props;
  const { data, hasData, isPrevious, isRefreshing, error } = query;
  const mayShow = useDeferredRender();
  const pageCount = hasData ? pageCountOf(data) : 0;
  const isAnswered = hasData && !isPrevious && !error;
  const isSlow = useDelayed(isRefreshing && isPrevious);
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) list.current?.scrollIntoView();
    shown.current = page;
  }, [page]);
  const isTooFar = usePageWithin({ query, page, linkTo });
  const found = data.total === 0 ? `No ${counted[1]} found` : `${countOf(data, counted)} found`;
  const words = pageCount > 1 ? `${found}, page ${page} of ${pageCount}` : found;
  useAnnounceCount(isAnswered && !showsCount && !isTooFar ? words : null, linkTo(page), data.total === 0);

  const rows = (docs: readonly Row[]) => {
    if (docs.length > 0) return <div className={isSlow || (error && isPrevious) ? styles.old : undefined}>{children(docs)}</div>;
    if (isAnswered) return !isTooFar && <EmptyState {...(noMatch || empty)} />;
    return isRefreshing && <Skeleton {...loading} />;
  };
  return (
    <div ref={list} className={styles.list} aria-busy={isRefreshing}>
      {isSettled(query) && notice?.shown}
      <QueryView query={query} failed={failed} detail={detail} loading={loading} keepsPrevious>
        {({ docs }) => mayShow && rows(docs)}
      </QueryView>
      <Pager page={page} pageCount={mayShow ? pageCount : 0} label={`Pages of ${counted[1]}`} hrefFor={linkTo} />
    </div>
  );
}
