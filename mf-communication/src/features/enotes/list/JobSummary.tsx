import { localDay } from '@portal/contracts/_kernel/formats';
import { openInMaps } from '@portal/contracts/_kernel/openInMaps';
import type { ENoteJob } from '@portal/contracts/enotes/enotes.endpoints';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { KeyValue } from '@portal/ui/KeyValue';
import { Skeleton } from '@portal/ui/Skeleton';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import styles from './ENotesScreen.module.css';

const OntarioMap = lazyPart(() => import(/* webpackChunkName: "map" */ '@portal/maps/OntarioMap').then((file) => file.OntarioMap), {
  fallback: <Skeleton shape="card" label="Loading the map" />,
  failed: 'The map could not be loaded',
});

/** The place of a note, which the guard wants to see. */
export interface ShownPlace {
  name: string;
  lat: number;
  long: number;
}

/** 17:00 UTC is on the same day at every site in Canada. */
const dayOf = (day: string) => localDay(`${day}T17:00:00Z`);

/** The facts of the job and its map. The map also shows a note's place if the guard wants it. */
export function JobSummary({ job, shown, onClear }: { job: ENoteJob; shown: ShownPlace | null; onClear(): void }) {
  const { jobTitle, location, description, startTime, endTime, timeZone: zone, shifts, firstDay, lastDay, notes } = job;
  const { name, lat, long } = shown ?? { ...location, name: location.locationName };
  const days = firstDay === lastDay ? dayOf(firstDay) : `${dayOf(firstDay)} to ${dayOf(lastDay)}`;
  return (
    <section className={styles.summary} aria-label="The job">
      <h2 className={styles.title}>{jobTitle}</h2>
      <KeyValue
        items={[
          { label: 'Location', value: location.locationName },
          {
            label: 'Shift',
            value: (
              <>
                <UtcAndLocal instant={startTime} zone={zone} format="dateTime" /> {'– '}
                <UtcAndLocal instant={endTime} zone={zone} format="dateTime" />
              </>
            ),
          },
          // For a single shift the row above already shows the day.
          ...(shifts > 1 ? [{ label: 'Your shifts here', value: `${shifts}, ${days}` }] : []),
          { label: 'Notes', value: String(notes) },
        ]}
      />
      {description && <p className={styles.about}>{description}</p>}
      <figure className={styles.map} aria-label={shown ? `Where this note was written: ${name}` : 'Where the job is'}>
        <OntarioMap key={`${lat},${long}`} at={[long, lat]} place={name} />
        <figcaption>
          {shown && (
            <button type="button" className={styles.plain} onClick={onClear}>
              Back to the job site
            </button>
          )}
          <a href={openInMaps({ lat, long })} target="_blank" rel="noopener noreferrer">
            Open in maps
          </a>
        </figcaption>
      </figure>
    </section>
  );
}
