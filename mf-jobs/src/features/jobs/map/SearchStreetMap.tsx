import type { Place } from '@portal/contracts/jobs/jobs.shapes';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect, useRef, useState } from 'react';
import { ChosenPlaces } from './ChosenPlaces';
import { type Cluster, clustersIn, nameOf } from './clusters';
import { isMaps, type Maps } from './mapsScript';
import { project } from './ontario';
import styles from './SearchMap.module.css';

interface Edges {
  north: number;
  south: number;
  east: number;
  west: number;
}
interface Street {
  fitBounds(edges: Edges): void;
  getBounds(): { toJSON(): Edges } | undefined;
  getZoom(): number | undefined;
  setCenter(at: { lat: number; lng: number }): void;
  setZoom(zoom: number): void;
  addListener(event: 'idle', then: () => void): unknown;
}
interface Pin {
  setMap(map: Street | null): void;
  addListener(event: 'click', then: () => void): unknown;
}

const NEARER = 2;
const WORLD_ZOOM = 8;
const options = { disableDefaultUI: true, zoomControl: true, gestureHandling: 'cooperative', keyboardShortcuts: true };

const edgesOf = (places: readonly Place[]): Edges => {
  const [lats, longs] = [places.map(({ lat }) => lat), places.map(({ long }) => long)];
  return { north: Math.max(...lats), south: Math.min(...lats), east: Math.max(...longs), west: Math.min(...longs) };
};

const middleOf = ({ places }: Cluster) => ({
  lat: places.reduce((sum, { lat }) => sum + lat, 0) / places.length,
  lng: places.reduce((sum, { long }) => sum + long, 0) / places.length,
});

/** What the street map shows, as a view of ours: the same places join into one mark on both maps. */
function clustersWithin(places: readonly Place[], { north, south, east, west }: Edges): Cluster[] {
  const [leftTop, rightBottom] = [project([west, north]), project([east, south])];
  const view = { x: (leftTop.x + rightBottom.x) / 2, y: (leftTop.y + rightBottom.y) / 2, width: Math.abs(rightBottom.x - leftTop.x) };
  return clustersIn(places, view);
}

/** Draws the places and joins them anew whenever the map came to rest; throws when the script has no map to give. */
async function draw(maps: Maps, element: HTMLElement, places: readonly Place[], choose: (places: readonly Place[]) => void): Promise<void> {
  const [{ Map: StreetMap }, { Marker }] = await Promise.all([maps.importLibrary('maps'), maps.importLibrary('marker')]);
  if (!StreetMap || !Marker) throw new Error('The maps script has no map');
  const map = new StreetMap(element, options) as Street;
  let pins: Pin[] = [];
  map.addListener('idle', () => {
    const edges = map.getBounds()?.toJSON();
    if (!edges) return;
    for (const pin of pins) pin.setMap(null);
    pins = clustersWithin(places, edges).map((cluster) => {
      const position = middleOf(cluster);
      const label = cluster.places.length > 1 ? String(cluster.places.length) : undefined;
      const pin = new Marker({ map, position, title: nameOf(cluster), label }) as Pin;
      pin.addListener('click', () => {
        choose(cluster.parts ? [] : cluster.places);
        if (!cluster.parts) return;
        map.setCenter(position);
        map.setZoom((map.getZoom() ?? WORLD_ZOOM) + NEARER);
      });
      return pin;
    });
  });
  map.fitBounds(edgesOf(places));
}

interface Props {
  places: readonly Place[];
  from: string;
  /** The script did not come, or has no map: ours is shown. */
  onFailed(): void;
}

/** The jobs found on the provider's streets. */
export function SearchStreetMap({ places, from, onFailed }: Props) {
  const portal = usePortal();
  const canvas = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<readonly Place[]>([]);
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(() => {
    let isHere = true;
    const choose = (those: readonly Place[]) => isHere && setChosen(those);
    const fail = () => isHere && failed.current();
    async function show() {
      const maps = await portal.maps();
      if (!isHere || !canvas.current) return;
      if (!isMaps(maps)) return fail();
      await draw(maps, canvas.current, places, choose).catch(fail);
    }
    setChosen([]);
    void show();
    return () => {
      isHere = false;
    };
  }, [portal, places]);
  return (
    <section className={styles.panel} aria-label="Map of the jobs found">
      <section ref={canvas} aria-label="Street map of the jobs found" className={styles.street} />
      <ChosenPlaces places={chosen} from={from} />
    </section>
  );
}
