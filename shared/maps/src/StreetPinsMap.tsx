import { cx } from '@portal/ui/cx';
import { GoogleMap, Marker } from '@react-google-maps/api';
import { useEffect, useMemo, useState } from 'react';
import { type Cluster, clustersIn, type MapPosition, type MapView } from './clusters';
import { project } from './ontario';
import styles from './StreetMap.module.css';

const NEARER = 2;
const WORLD_ZOOM = 8;
/** A single place is shown with its surroundings. */
const NEAREST_ZOOM = 17;
const options: google.maps.MapOptions = {
  disableDefaultUI: true,
  zoomControl: true,
  gestureHandling: 'cooperative',
  maxZoom: NEAREST_ZOOM,
};

function edgesOf(places: readonly MapPosition[]): google.maps.LatLngBoundsLiteral {
  const [lats, longs] = [places.map(({ lat }) => lat), places.map(({ long }) => long)];
  return { north: Math.max(...lats), south: Math.min(...lats), east: Math.max(...longs), west: Math.min(...longs) };
}

const middleOf = (places: readonly MapPosition[]) => ({
  lat: places.reduce((sum, { lat }) => sum + lat, 0) / places.length,
  lng: places.reduce((sum, { long }) => sum + long, 0) / places.length,
});

/** Converts the bounds of Google Maps to a view, so that both maps cluster the same places. */
function viewWithin({ north, south, east, west }: google.maps.LatLngBoundsLiteral): MapView {
  const [leftTop, rightBottom] = [project([west, north]), project([east, south])];
  return { x: (leftTop.x + rightBottom.x) / 2, y: (leftTop.y + rightBottom.y) / 2, width: Math.abs(rightBottom.x - leftTop.x) };
}

export interface PinsProps<Place extends MapPosition> {
  /** Pass the same array while the places are the same. */
  places: readonly Place[];
  keyOf(place: Place): string;
  nameOf(cluster: Cluster<Place>): string;
  /** Called with the places of the pressed mark; with none if the press zoomed in instead. */
  onChoose(places: readonly Place[]): void;
}

/** Places on Google Maps, clustered again each time the map stops moving. Render it while `useStreetMap` is ready. */
export function StreetPinsMap<Place extends MapPosition>({ label, places, keyOf, nameOf, onChoose }: PinsProps<Place> & { label: string }) {
  const [map, setMap] = useState<google.maps.Map | null>(null);
  const [view, setView] = useState<MapView | null>(null);
  useEffect(() => map?.fitBounds(edgesOf(places)), [map, places]);
  const clusters = useMemo(() => (view ? clustersIn(places, view) : []), [places, view]);
  const rest = () => {
    const edges = map?.getBounds()?.toJSON();
    if (edges) setView(viewWithin(edges));
  };
  const press = (cluster: Cluster<Place>) => {
    onChoose(cluster.parts ? [] : cluster.places);
    if (!map || !cluster.parts) return;
    map.setCenter(middleOf(cluster.places));
    map.setZoom((map.getZoom() ?? WORLD_ZOOM) + NEARER);
  };
  return (
    <section aria-label={label} className={cx(styles.street, styles.many)}>
      <GoogleMap options={options} mapContainerClassName={styles.canvas} onLoad={setMap} onIdle={rest}>
        {clusters.map((cluster) => (
          <Marker
            key={cluster.places.slice(0, 1).map(keyOf).join()}
            position={middleOf(cluster.places)}
            title={nameOf(cluster)}
            label={cluster.places.length > 1 ? String(cluster.places.length) : undefined}
            onClick={() => press(cluster)}
          />
        ))}
      </GoogleMap>
    </section>
  );
}
