import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { Icon } from '@portal/ui/Icon';
import { Rating } from '@portal/ui/Rating';
import styles from './JobPlace.module.css';
import { kilometres } from './jobText';

/** The location, the distance from the guard's base and the client's rating. */
export function JobPlace({ job }: { job: Job }) {
  const distance = kilometres(job.distanceFromBase);
  return (
    <div className={styles.place}>
      <span className={styles.name}>
        <Icon name="map-pin" size={18} />
        {job.locationId.locationName}
      </span>
      {distance && <span>{distance} from base</span>}
      {job.clientRating !== 0 && <Rating value={job.clientRating} label="Client rating" />}
    </div>
  );
}
