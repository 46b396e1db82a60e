import { localDay } from '@portal/contracts/_kernel/formats';
import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { LOW_RATING, ratingLabels } from '@portal/contracts/ratings/ratings.rules';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { QueryFailure } from '@portal/mf-kit/QueryView';
import { Link } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { KeyValue } from '@portal/ui/KeyValue';
import { Rating as Stars } from '@portal/ui/Rating';
import { Spinner } from '@portal/ui/Spinner';
import { useState } from 'react';
import { ratingDate } from '../ratingDate';
import { useRating } from '../ratings.queries';
import { AppealModal } from './AppealModal';
import styles from './Ratings.module.css';

export const RATING_HEADING = 'rating-detail';

function Facts({ rating }: { rating: Rating }) {
  const { jobId, shiftId } = rating;
  const isLow = rating.rating < LOW_RATING;
  return (
    <KeyValue
      items={[
        { label: 'Date', value: ratingDate(rating) },
        { label: 'Job Title', value: jobId.jobTitle },
        { label: 'Job Location', value: jobId.locationId.locationName },
        {
          label: 'Rating',
          value: (
            <span className={styles.given}>
              <Stars value={rating.rating} /> {rating.rating} of 5
            </span>
          ),
        },
        ...(shiftId.endReasonId?.name ? [{ label: 'End Reason', value: shiftId.endReasonId.name }] : []),
        { label: 'Description', value: shiftId.shiftEndComment || 'You left no comment.' },
        ...(isLow ? [{ label: ratingLabels.reason, value: rating.description || ratingLabels.noReason }] : []),
      ]}
    />
  );
}

/** A rating can be appealed once; afterwards this links to the ticket. Renders nothing with an API without appeals. */
function Appeal({ rating, appeal, ask }: { rating: Rating; appeal: Rating['appeal']; ask(): void }) {
  if (appeal)
    return (
      <p className={styles.appealed}>
        Appealed on {localDay(appeal.at)}. <Link to={ticketsPaths.detail({ id: appeal.ticketId })}>Open the ticket</Link>
      </p>
    );
  if (rating.appeal === undefined) return null;
  return (
    <Button variant="secondary" className={styles.ask} onClick={ask}>
      Appeal this rating
    </Button>
  );
}

function Shown({ rating }: { rating: Rating }) {
  const [isAsking, setAsking] = useState(false);
  // The reply is used until the rating is read again.
  const [appeal, setAppeal] = useState<Rating['appeal']>(null);
  return (
    <>
      <Facts rating={rating} />
      <Appeal rating={rating} appeal={rating.appeal ?? appeal} ask={() => setAsking(true)} />
      {isAsking && <AppealModal rating={rating} onClose={() => setAsking(false)} onAppealed={setAppeal} />}
    </>
  );
}

/** One rating in full, with its loading state and failure. */
export function RatingDetail({ id }: { id: string }) {
  const query = useRating(id);
  return (
    <section className={styles.detail} aria-labelledby={RATING_HEADING}>
      <h2 id={RATING_HEADING} tabIndex={-1} data-focus-home className={styles.heading}>
        {ratingLabels.detail}
      </h2>
      <QueryFailure query={query} failed="This rating could not be loaded" notFoundIsAnswer />
      {query.isLoading && <Spinner label="Loading the rating" />}
      {query.hasData && <Shown rating={query.data} />}
    </section>
  );
}
