import { quantity } from '@portal/contracts/_kernel/formats';
import { openInMaps } from '@portal/contracts/_kernel/openInMaps';
import type { ReadLocation } from '@portal/contracts/privacy/privacy.endpoints';
import { locationReasons, privacyLimits } from '@portal/contracts/privacy/privacy.rules';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Button } from '@portal/ui/Button';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { useState } from 'react';
import styles from './Privacy.module.css';
import { useLocations } from './privacy.queries';

function Location({ location }: { location: ReadLocation }) {
  const { kind, at, jobTitle, lat, long, place, accuracy } = location;
  const where = place ? `near ${place}` : 'no town nearby';
  return (
    <li>
      <UtcAndLocal instant={at} format="dateTime" />
      <span>{`${jobTitle}, ${where}${!place || accuracy === null ? '' : ` (within ${quantity(accuracy)} m)`}`}</span>
      {!place && (
        <a href={openInMaps({ lat, long })} target="_blank" rel="noopener noreferrer">
          Open in maps
        </a>
      )}
      <span className={styles.quiet}>{locationReasons[kind]}</span>
    </li>
  );
}

/** Each location that the portal read, with its reason. */
export function LocationHistory() {
  const [page, setPage] = useState(1);
  const query = useLocations(page);
  const last = Math.max(1, Math.ceil((query.data.total ?? 0) / privacyLimits.locations));
  return (
    <section className={styles.block} aria-labelledby="privacy-locations">
      <h3 id="privacy-locations" tabIndex={-1}>
        When we read your location
      </h3>
      <QueryView
        query={query}
        keepsPrevious
        failed="Your locations could not be loaded"
        loading={{ shape: 'rows', label: 'Loading your locations' }}
      >
        {({ docs, total }) =>
          total === 0 ? (
            <p className={styles.quiet}>Not yet. We store it only when you arrive at a site, press SOS, or add a place to an e-note.</p>
          ) : (
            <ul className={styles.locations}>
              {docs.map((location) => (
                <Location key={`${location.kind} ${location.at}`} location={location} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {last > 1 && (
        <div className={styles.buttons}>
          <Button small variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span role="status">{`Page ${page} of ${last}`}</span>
          <Button small variant="secondary" disabled={page === last} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </section>
  );
}
