import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { lazy, Suspense, useState } from 'react';
import { openInMaps } from '../jobWords';
import styles from './JobMap.module.css';

const OntarioMap = lazy(async () => ({ default: (await import(/* webpackChunkName: "map" */ './OntarioMap')).OntarioMap }));
const StreetMap = lazy(async () => ({ default: (await import(/* webpackChunkName: "street-map" */ './StreetMap')).StreetMap }));

/** Where the job is: in words, on our own map, on the streets of the maps provider when a key is set and the guard asks, and as a link. */
export function JobMap({ job }: { job: Job }) {
  const { lat, long, locationName } = job.locationId;
  const { mapsKey } = usePortal().config;
  const [isStreet, setStreet] = useState(false);
  const at = [long, lat] as const;
  return (
    <section className={styles.panel} aria-label="Where it is">
      <div className={styles.frame}>
        <Suspense>
          {mapsKey && isStreet ? (
            <StreetMap at={at} place={locationName} mapsKey={mapsKey} />
          ) : (
            <OntarioMap key={`${lat},${long}`} at={at} place={locationName} />
          )}
        </Suspense>
      </div>
      <p className={styles.ways}>
        <a href={openInMaps(job)} target="_blank" rel="noopener noreferrer">
          Open in maps
        </a>
        {mapsKey && (
          <Button variant="secondary" small aria-pressed={isStreet} onClick={() => setStreet(!isStreet)}>
            Street map
          </Button>
        )}
      </p>
    </section>
  );
}
