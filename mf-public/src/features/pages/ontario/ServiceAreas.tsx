import { cities } from '@portal/contracts/pages/pages.copy';
import styles from './ServiceAreas.module.css';

export function ServiceAreas() {
  return (
    <ul className={styles.areas} aria-label="Service areas">
      {cities.map((city) => (
        <li key={city}>{city}</li>
      ))}
    </ul>
  );
}
