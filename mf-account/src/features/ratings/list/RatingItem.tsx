import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { Link } from '@portal/mf-kit/router';
import { Card, cardLink } from '@portal/ui/Card';
import { Icon } from '@portal/ui/Icon';
import { Rating as Stars } from '@portal/ui/Rating';
import { ratingDate } from '../ratingDate';
import styles from './Ratings.module.css';

/** The element that gets the focus when the guard returns to the list. */
export const linkId = (id: string) => `rating-${id}`;

export function RatingItem({ rating, to, isChosen }: { rating: Rating; to: string; isChosen: boolean }) {
  const { jobId } = rating;
  return (
    <Card as="li" interactive className={styles.item} data-chosen={isChosen || undefined}>
      <Link to={to} id={linkId(rating.id)} className={cardLink} aria-current={isChosen ? 'true' : undefined}>
        {jobId.jobTitle}
      </Link>
      <p className={styles.where}>
        <Icon name="map-pin" size={18} />
        {jobId.locationId.locationName}
      </p>
      <p className={styles.given}>
        <Stars value={rating.rating} />
        <span className={styles.quiet}>{ratingDate(rating)}</span>
      </p>
    </Card>
  );
}
