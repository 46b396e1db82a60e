import type { SectorPage } from '@portal/contracts/_kernel/sectors';
import { GuardFigure } from '../GuardFigure';
import styles from './SectorArt.module.css';
import { sectorScenes } from './sectorScenes';

/** The workplace of a sector's guards at night. It is decoration: the title has the same meaning. */
export function SectorArt({ type }: { type: SectorPage }) {
  const { far, near, dark, lit, line, guardAt, facesLeft } = sectorScenes[type];
  return (
    <svg className={styles.scene} viewBox="0 0 480 320" aria-hidden="true">
      <circle className={styles.sky} cx="240" cy="164" r="152" />
      <path className={styles.far} d={far} />
      <path className={styles.near} d={near} />
      {dark && <path className={styles.dark} d={dark} />}
      <path className={styles.lit} d={lit} />
      <path className={styles.line} d={line} />
      <path className={styles.ground} d="M8 284h464v8H8Z" />
      <GuardFigure x={guardAt} y={284} facesLeft={facesLeft} />
    </svg>
  );
}
