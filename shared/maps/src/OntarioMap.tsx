import { useState } from 'react';
import { BaseMap } from './BaseMap';
import styles from './OntarioMap.module.css';
import { type Point, project } from './ontario';

const HEIGHT = 0.6;
/** Widths of the view in kilometres: the neighbourhood, the region, the south, the province. */
const widths = [90, 260, 780, 2400] as const;
const names = ['the area', 'the region', 'southern Ontario', 'Ontario'] as const;
const LAST = widths.length - 1;
const share = (width: number, percent: number) => (width * percent) / 100;

/**
 * The portal's own map of Ontario, which needs no key and no network. The page names the place in text, so the map is one labelled image.
 */
export function OntarioMap({ at, place }: { at: Point; place: string }) {
  const [level, setLevel] = useState(1);
  const width = widths[level] ?? widths[1];
  const pin = project(at);
  const unit = share(width, 1);
  const left = pin.x - width / 2;
  const top = pin.y - (width * HEIGHT) / 2;
  return (
    <div className={styles.map}>
      <svg
        viewBox={`${left} ${top} ${width} ${width * HEIGHT}`}
        role="img"
        aria-label={`Map of ${names[level] ?? 'Ontario'} with a pin at ${place}`}
        className={styles.picture}
      >
        <BaseMap view={{ ...pin, width }} ratio={HEIGHT} />
        <g transform={`translate(${pin.x} ${pin.y}) scale(${unit})`} className={styles.pin}>
          <path d="M0 0C-1.2-2.6-3.4-4.2-3.4-6.8a3.4 3.4 0 0 1 6.8 0C3.4-4.2 1.2-2.6 0 0Z" />
          <circle cy="-6.8" r="1.3" />
        </g>
      </svg>
      <div className={styles.zoom}>
        <button type="button" aria-label="Zoom in" disabled={level === 0} onClick={() => setLevel(level - 1)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" disabled={level === LAST} onClick={() => setLevel(level + 1)}>
          −
        </button>
      </div>
    </div>
  );
}
