import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect, useRef, useState } from 'react';
import { embeddedMap } from '../jobWords';
import styles from './JobMap.module.css';
import { isMaps, type Maps } from './mapsScript';
import type { Point } from './ontario';

const ZOOM = 15;

/** Draws the map with a pin; throws when the script has no map to give. */
async function draw(maps: Maps, element: HTMLElement, [lng, lat]: Point, title: string): Promise<void> {
  const [{ Map: Street }, { Marker }] = await Promise.all([maps.importLibrary('maps'), maps.importLibrary('marker')]);
  if (!Street || !Marker) throw new Error('The maps script has no map');
  const map = new Street(element, { center: { lat, lng }, zoom: ZOOM, disableDefaultUI: true, gestureHandling: 'cooperative' });
  new Marker({ map, position: { lat, lng }, title });
}

/** The street map of the provider: by its script, and by its embed where the script does not come. Needs a maps key. */
export function StreetMap({ at, place, mapsKey }: { at: Point; place: string; mapsKey: string }) {
  const portal = usePortal();
  const canvas = useRef<HTMLDivElement>(null);
  const [isEmbedded, setEmbedded] = useState(false);
  const [long, lat] = at;
  useEffect(() => {
    let isHere = true;
    async function show() {
      const maps = await portal.maps();
      if (!isHere || !canvas.current) return;
      if (!isMaps(maps)) return setEmbedded(true);
      await draw(maps, canvas.current, [long, lat], place).catch(() => isHere && setEmbedded(true));
    }
    void show();
    return () => {
      isHere = false;
    };
  }, [portal, long, lat, place]);

  const label = `Street map of ${place}`;
  if (isEmbedded)
    return (
      <iframe title={label} src={embeddedMap(mapsKey, { lat, long })} className={styles.street} referrerPolicy="origin" allowFullScreen />
    );
  return <section ref={canvas} aria-label={label} className={styles.street} />;
}
