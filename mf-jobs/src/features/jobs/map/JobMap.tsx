import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { lazy, Suspense } from 'react';
import { openInMaps } from '../jobWords';
import styles from './JobMap.module.css';

const OntarioMap = lazy(async () => ({ default: (await import(/* webpackChunkName: "map" */ './OntarioMap')).OntarioMap }));

/** Where the job is: in words, on our own map, and as a link to a street map. */
export function JobMap({ job }: { job: Job }) {
  const { lat, long, locationName } = job.locationId;
  return (
    <section className={styles.panel} aria-label="Where it is">
      <div className={styles.frame}>
        <Suspense>
          <OntarioMap key={`${lat},${long}`} at={[long, lat]} place={locationName} />
        </Suspense>
      </div>
      <p>
        <a href={openInMaps(job)} target="_blank" rel="noopener noreferrer">
          Open in maps
        </a>
      </p>
    </section>
  );
}
