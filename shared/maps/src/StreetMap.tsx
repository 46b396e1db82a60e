import { GoogleMap, Marker } from '@react-google-maps/api';
import { useMemo } from 'react';
import type { Point } from './ontario';
import styles from './StreetMap.module.css';

const options: google.maps.MapOptions = { zoom: 15, disableDefaultUI: true, gestureHandling: 'cooperative' };

/** One place on Google Maps. Render it while `useStreetMap` is ready. */
export function StreetMap({ at: [lng, lat], place }: { at: Point; place: string }) {
  const position = useMemo(() => ({ lat, lng }), [lat, lng]);
  return (
    <section aria-label={`Street map of ${place}`} className={styles.street}>
      <GoogleMap center={position} options={options} mapContainerClassName={styles.canvas}>
        <Marker position={position} title={place} />
      </GoogleMap>
    </section>
  );
}
