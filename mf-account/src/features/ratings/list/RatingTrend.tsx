import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { LOW_RATING } from '@portal/contracts/ratings/ratings.rules';
import { Card } from '@portal/ui/Card';
import { DataTable } from '@portal/ui/DataTable';
import { Rating as Stars } from '@portal/ui/Rating';
import { ratingDate } from '../ratingDate';
import { averageOf, countLow, trendText } from '../trend';
import styles from './Ratings.module.css';

const SHOWN = 12;
const [WIDTH, HEIGHT, EDGE] = [320, 96, 8];
const BEST = 5;

const y = (rating: number) => HEIGHT - EDGE - (rating / BEST) * (HEIGHT - 2 * EDGE);

function Line({ ratings }: { ratings: readonly Rating[] }) {
  const step = (WIDTH - 2 * EDGE) / Math.max(ratings.length - 1, 1);
  const points = ratings.map(({ id, rating }, at) => ({ id, rating, x: EDGE + at * step, y: y(rating) }));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.line} aria-hidden="true">
      {[0, BEST].map((rating) => (
        <path key={rating} d={`M0 ${y(rating)}H${WIDTH}`} className={styles.grid} />
      ))}
      <path d={`M0 ${y(LOW_RATING)}H${WIDTH}`} className={styles.low} />
      <polyline points={points.map((point) => `${point.x},${point.y}`).join(' ')} className={styles.path} />
      {points.map((point) => (
        <circle key={point.id} cx={point.x} cy={point.y} r="3.5" className={point.rating < LOW_RATING ? styles.lowDot : styles.dot} />
      ))}
    </svg>
  );
}

/** The average, the latest twelve ratings as a line and a table, and the change. `ratings` has the newest first. */
export function RatingTrend({ ratings }: { ratings: readonly Rating[] }) {
  const average = averageOf(ratings);
  const latest = ratings.slice(0, SHOWN).reverse();
  const low = countLow(ratings).length;
  return (
    <Card as="section" className={styles.trend} aria-label="Rating trend">
      <div className={styles.average}>
        <p className={styles.figure}>
          {average} <span className={styles.of}>of {BEST}</span>
        </p>
        <Stars value={average} label="On average" />
        <p className={styles.quiet}>
          {`${ratings.length === 1 ? '1 rating' : `${ratings.length} ratings`}${low > 0 ? `, ${low} under ${LOW_RATING}` : ''}`}
        </p>
      </div>
      {latest.length > 1 && (
        <figure className={styles.chart}>
          <figcaption className={styles.quiet}>{trendText(ratings) ?? `Your last ${latest.length} ratings`}</figcaption>
          <Line ratings={latest} />
          <details>
            <summary>As a table</summary>
            <DataTable
              caption={`Your last ${latest.length} ratings, oldest first`}
              columns={[
                { key: 'day', header: 'Shift', isRowHeader: true, render: ratingDate },
                { key: 'job', header: 'Job', render: ({ jobId }) => jobId.jobTitle },
                { key: 'rating', header: 'Rating', align: 'end', render: ({ rating }) => rating },
              ]}
              rows={latest}
              rowKey={({ id }) => id}
            />
          </details>
        </figure>
      )}
    </Card>
  );
}
