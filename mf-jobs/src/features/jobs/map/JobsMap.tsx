import type { Place } from '@portal/contracts/jobs/jobs.shapes';
import type { Cluster } from '@portal/maps/clusters';
import { PinsMap } from '@portal/maps/PinsMap';
import { StreetMapButton } from '@portal/maps/StreetMapButton';
import { useStreetMap } from '@portal/maps/useStreetMap';
import { useState } from 'react';
import styles from './JobsMap.module.css';
import { SelectedJobs } from './SelectedJobs';

const loadStreets = async () => (await import(/* webpackChunkName: "street-map" */ '@portal/maps/StreetPinsMap')).StreetPinsMap<Place>;

const jobCountText = (count: number) => (count === 1 ? '1 job' : `${count} jobs`);
const nameOf = ({ places, parts }: Cluster<Place>) =>
  places.length === 1
    ? `${places[0]?.jobTitle}, ${places[0]?.locationName}`
    : `${jobCountText(places.length)} near ${places[0]?.locationName}${parts ? ', zoom in' : ''}`;
const keyOf = ({ jobId }: Place) => jobId;

/**
 * The found jobs on our own map, or on Google's if a key is set and the guard requests it. The jobs of a pressed mark are listed as links.
 * `from` is the address of the list.
 */
export function JobsMap({ places, from }: { places: readonly Place[]; from: string }) {
  const streets = useStreetMap(loadStreets);
  const StreetMap = places.length > 0 ? streets.Map : null;
  const [shown, setShown] = useState(places);
  const [chosen, setChosen] = useState<readonly Place[]>([]);
  if (shown !== places) {
    setShown(places);
    setChosen([]);
  }
  const pins = { places, keyOf, nameOf, onChoose: setChosen };
  return (
    <section className={styles.panel} aria-label="Map of the jobs found">
      {places.length > 0 && (
        <div className={styles.ways}>
          <StreetMapButton streets={streets} />
        </div>
      )}
      {StreetMap ? <StreetMap {...pins} label="Street map of the jobs found" /> : <PinsMap {...pins} chosen={chosen} />}
      <SelectedJobs places={chosen} from={from} />
    </section>
  );
}
