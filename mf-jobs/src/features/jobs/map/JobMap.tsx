import { openInMaps } from '@portal/contracts/_kernel/openInMaps';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { StreetMapButton } from '@portal/maps/StreetMapButton';
import { useStreetMap } from '@portal/maps/useStreetMap';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { useState } from 'react';
import { embeddedMap } from '../jobText';
import styles from './JobMap.module.css';

const OntarioMap = lazyPart(() => import(/* webpackChunkName: "map" */ '@portal/maps/OntarioMap').then((file) => file.OntarioMap), {
  failed: 'The map could not be loaded',
});
const loadStreets = async () => (await import(/* webpackChunkName: "street-map" */ '@portal/maps/StreetMap')).StreetMap;

/** The job's location as text, on our own map and as a link. With a maps key, the guard can open Google's street map. */
export function JobMap({ job }: { job: Job }) {
  const { lat, long, locationName } = job.locationId;
  const { mapsKey } = usePortal().config;
  const streets = useStreetMap(loadStreets);
  const StreetMap = streets.Map;
  const [isEmbedded, setEmbedded] = useState(false);
  const coordinates = [long, lat] as const;
  const embedded = mapsKey && isEmbedded && streets.state === 'failed' ? embeddedMap(mapsKey, { lat, long }) : null;
  return (
    <section className={styles.panel} aria-label="Where it is">
      <div className={styles.frame}>
        {StreetMap && <StreetMap at={coordinates} place={locationName} />}
        {!StreetMap && !embedded && <OntarioMap key={`${lat},${long}`} at={coordinates} place={locationName} />}
        {embedded && (
          <iframe
            title={`Street map of ${locationName}`}
            src={embedded}
            className={styles.embedded}
            referrerPolicy="origin"
            allowFullScreen
          />
        )}
      </div>
      <div className={styles.ways}>
        <a href={openInMaps(job.locationId)} target="_blank" rel="noopener noreferrer">
          Open in maps
        </a>
        <StreetMapButton
          streets={streets}
          instead={
            <Button variant="quiet" small aria-pressed={isEmbedded} onClick={() => setEmbedded(!isEmbedded)}>
              Embedded map
            </Button>
          }
        />
      </div>
    </section>
  );
}
