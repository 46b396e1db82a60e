import { cities } from '@portal/contracts/pages/pages.copy';
import styles from './OntarioDots.module.css';

/** Longitude and latitude of the nine cities. */
const places: Readonly<Record<(typeof cities)[number], readonly [number, number]>> = {
  Toronto: [-79.38, 43.65],
  Ottawa: [-75.7, 45.42],
  Mississauga: [-79.64, 43.59],
  Brampton: [-79.76, 43.73],
  Hamilton: [-79.87, 43.26],
  London: [-81.25, 42.98],
  Markham: [-79.34, 43.86],
  Vaughan: [-79.51, 43.84],
  Kitchener: [-80.49, 43.45],
};
const WEST = -83.4;
const NORTH = 45.9;
const x = (longitude: number) => (longitude - WEST) * 40;
const y = (latitude: number) => (NORTH - latitude) * 56;

/** A coarse shoreline of Southern Ontario. The list next to it has the same facts. */
const shore: readonly (readonly [number, number])[] = [
  [-83.1, 42.25],
  [-82.5, 41.95],
  [-81.9, 42.2],
  [-81.2, 42.65],
  [-80.2, 42.6],
  [-79.0, 42.85],
  [-79.05, 43.25],
  [-79.8, 43.3],
  [-79.35, 43.62],
  [-78.6, 43.9],
  [-77.6, 43.95],
  [-76.9, 43.95],
  [-76.4, 44.2],
  [-75.4, 44.75],
  [-74.5, 45.1],
  [-74.7, 45.6],
  [-75.7, 45.5],
  [-76.6, 45.75],
  [-79.9, 45.75],
  [-80.6, 45.6],
  [-80.0, 44.8],
  [-80.9, 44.7],
  [-81.5, 45.15],
  [-81.3, 44.6],
  [-81.7, 44.1],
  [-81.7, 43.4],
  [-82.4, 43.0],
  [-82.5, 42.6],
];

export function OntarioDots() {
  return (
    <svg className={styles.map} viewBox="0 0 370 240" aria-hidden="true">
      <pattern id="ontario-land" width="7" height="7" patternUnits="userSpaceOnUse">
        <circle className={styles.land} cx="3.5" cy="3.5" r="1.7" />
      </pattern>
      <path
        fill="url(#ontario-land)"
        d={`M${shore.map(([longitude, latitude]) => `${x(longitude).toFixed(0)} ${y(latitude).toFixed(0)}`).join('L')}Z`}
      />
      {cities.map((city) => (
        <circle key={city} className={styles.dot} cx={x(places[city][0])} cy={y(places[city][1])} r="5" />
      ))}
    </svg>
  );
}
