import type { Page } from '@portal/contracts/_kernel/envelope';
import { total } from '@portal/contracts/_kernel/formats';
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

/** A list's page as the URL names it; anything that is no page number is the first page. */
export const pageInUrl = (params: URLSearchParams): number =>
  /^[1-9]\d{0,4}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;

/** The query value of a page; the first one needs none. */
export const pageForUrl = (page: number): number | undefined => (page > 1 ? page : undefined);

export const pageCountOf = ({ pages, total: rows }: Pick<Page<unknown>, 'pages' | 'total'>): number =>
  pages ?? Math.ceil(rows / limits.pageSize);

/** `12 jobs`, `1 job`, `1,000+ jobs`. */
export type CountLabels = readonly [one: string, many: string];
export const countOf = ({ total: rows, totalIsExact }: Omit<Page<unknown>, 'docs'>, [one, many]: CountLabels): string =>
  `${total(rows, totalIsExact)} ${rows === 1 ? one : many}`;

/** What may stand above the rows and is read beside them. */
export interface Above {
  query: Pick<QueryViewProps<unknown>['query'], 'hasData' | 'error'>;
  /** Nothing where there is nothing to say, or where it could not be read. */
  shown: ReactNode;
}

export interface PagedListProps<Row> extends Pick<QueryViewProps<unknown>, 'failed' | 'safe' | 'loading'> {
  /** Read with `keepPrevious`. */
  query: QueryViewProps<Page<Row>>['query'];
  /** From the URL: `pageInUrl`. */
  page: number;
  /** The address of another page of this very list. */
  linkTo(page: number): string;
  counted: CountLabels;
  /** A notice of another reading: both come at once, so that neither pushes what a finger aims at. */
  notice?: Above | undefined;
  /** The screen shows the count itself, where it is read out. */
  showsCount?: boolean | undefined;
  /** Nothing is there at all: what will be, and what to do until then. */
  empty: EmptyStateProps;
  /** Instead of `empty` while a filter is on: that nothing matches it, and the way out of it. */
  noMatch?: EmptyStateProps | false | undefined;
  children(rows: readonly Row[]): ReactNode;
}

/** An address may name a page beyond the last one, old or made up: the last one is shown instead, and it is said. */
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
 * Announces how many rows there are: once for each address, and again when the list gets its first row or loses its last one. Another count
 * of a list that is read again is not announced.
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
 * A list with pages, in all its states. The rows of the page before stay, faded, until the next ones are there, without a skeleton
 * above them; older rows say that they are old; the list comes into view when another page was asked for.
 */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const query = props.notice ? waitForQueries(props.query, props.notice.query) : props.query;
  const { page, linkTo, counted, notice, showsCount, failed, safe, loading, empty, noMatch, children } = props;
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
      <QueryView query={query} failed={failed} safe={safe} loading={loading} keepsPrevious>
        {({ docs }) => mayShow && rows(docs)}
      </QueryView>
      <Pager page={page} pageCount={mayShow ? pageCount : 0} label={`Pages of ${counted[1]}`} hrefFor={linkTo} />
    </div>
  );
}
