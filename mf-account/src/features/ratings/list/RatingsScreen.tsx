import { limits } from '@portal/contracts/_kernel/limits';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { ratingLabels } from '@portal/contracts/ratings/ratings.rules';
import { pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { QueryFailure } from '@portal/mf-kit/QueryView';
import type { PressContext } from '@portal/mf-kit/remote';
import { useSearchParams } from '@portal/mf-kit/router';
import type { PressedLink } from '@portal/mf-kit/routes';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { PageHeader } from '@portal/ui/PageHeader';
import { Pager } from '@portal/ui/Pager';
import { Spinner } from '@portal/ui/Spinner';
import { Status } from '@portal/ui/Status';
import { useMedia } from '@portal/ui/useMedia';
import { useEffect, useRef } from 'react';
import { readRatingsEarly, useRatings } from '../ratings.queries';
import { RATING_HEADING, RatingDetail } from './RatingDetail';
import { linkId, RatingItem } from './RatingItem';
import styles from './Ratings.module.css';
import { RatingTrend } from './RatingTrend';

interface ListProps {
  ratings: readonly Rating[];
  page: number;
  chosen: Rating | null;
}

function List({ ratings, page, chosen }: ListProps) {
  const shown = ratings.slice((page - 1) * limits.pageSize, page * limits.pageSize);
  return (
    <section className={styles.left} aria-label="Rated jobs">
      <RatingTrend ratings={ratings} />
      <ul className={styles.list}>
        {shown.map((rating) => (
          <RatingItem
            key={rating.id}
            rating={rating}
            to={ratingsPaths.list({ page: pageForUrl(page), rating: rating.id })}
            isChosen={rating === chosen}
          />
        ))}
      </ul>
      <Pager
        page={page}
        pageCount={Math.ceil(ratings.length / limits.pageSize)}
        label="Pages of ratings"
        hrefFor={(to) => ratingsPaths.list({ page: pageForUrl(to) })}
      />
    </section>
  );
}

/** A phone shows the list or a rating, so the focus moves into the rating and back to its list item. */
function useMasterDetailFocus(id: string | null, isWide: boolean) {
  const previousId = useRef(id);
  useEffect(() => {
    const left = previousId.current;
    previousId.current = id;
    if (id === left || isWide) return;
    document.getElementById(id ? RATING_HEADING : linkId(left ?? ''))?.focus();
  }, [id, isWide]);
}

function Ratings({ ratings }: { ratings: readonly Rating[] }) {
  const [params] = useSearchParams();
  const portal = usePortal();
  const isWide = useMedia('(width >= 64em)');
  const wanted = params.get('rating');
  const last = Math.ceil(ratings.length / limits.pageSize);
  const page = Math.min(pageInUrl(params), last);
  const named = ratings.find(({ id }) => id === wanted) ?? null;
  useMasterDetailFocus(named?.id ?? null, isWide);
  const chosen = named ?? (wanted === null && isWide ? (ratings[(page - 1) * limits.pageSize] ?? null) : null);
  return (
    <div className={styles.columns} data-chosen={named !== null || undefined}>
      <List ratings={ratings} page={page} chosen={chosen} />
      <div className={styles.right}>
        {named && (
          <ButtonLink
            variant="quiet"
            small
            href={ratingsPaths.list({ page: pageForUrl(page) })}
            onNavigate={portal.navigate}
            className={styles.toList}
          >
            All ratings
          </ButtonLink>
        )}
        <Status>{wanted !== null && !named && 'This rating is not in your list. Please choose another.'}</Status>
        {chosen && <RatingDetail key={chosen.id} id={chosen.id} />}
      </div>
    </div>
  );
}

const STAR = 'M12 3l2.8 5.7 6.2.9-4.5 4.4 1.1 6.2-5.6-2.9-5.6 2.9 1.1-6.2L3 9.6l6.2-.9z';

/** Three empty stars (RATING-15). */
const NoRatings = () => (
  <svg viewBox="0 0 120 72" role="img" aria-label="No ratings" className={styles.noRatings}>
    <path d={STAR} transform="translate(4 26) scale(1.4)" />
    <path d={STAR} transform="translate(34 2) scale(2.2)" />
    <path d={STAR} transform="translate(82 26) scale(1.4)" />
    <path d="M22 68h76" strokeDasharray="3 6" />
  </svg>
);

/** Ratings of the guard's shifts: the list on the left, the chosen one on the right. A phone shows one of them at a time. */
export function RatingsScreen() {
  const portal = usePortal();
  const query = useRatings();
  const ratings = query.data.docs ?? [];
  return (
    <div className={styles.screen}>
      <PageHeader title={ratingLabels.title} lead="How customers rated your shifts, and why." className={styles.header} />
      <QueryFailure query={query} failed="Your ratings could not be loaded" />
      {query.isLoading && <Spinner label="Loading your ratings" />}
      {query.hasData && ratings.length === 0 && (
        <EmptyState
          picture={<NoRatings />}
          title="No ratings yet"
          why="Customers can rate your shifts when they end. We notify you, and the rating appears here."
          action={
            <ButtonLink href={jobsPaths.search()} onNavigate={portal.navigate}>
              Search Jobs
            </ButtonLink>
          }
        />
      )}
      {ratings.length > 0 && <Ratings ratings={ratings} />}
    </div>
  );
}
RatingsScreen.startReads = (_: PressedLink, by: PressContext): void => readRatingsEarly(by);
