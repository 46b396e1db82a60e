import { type SectorPage, sectors } from '@portal/contracts/_kernel/sectors';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { LineIcon } from '../LineIcon';
import styles from './SectorTiles.module.css';
import { sectorDrawings } from './sectorDrawings';
import { leadTime } from './sectorLeadTime';

const SectorIcon = ({ type }: { type: SectorPage }) => <LineIcon drawing={sectorDrawings[type]} size={28} />;

/** The ten sectors with links to their pages; a sector's own page lists the others. */
export function SectorTiles({ except }: { except?: SectorPage }) {
  return (
    <ul className={styles.tiles}>
      {sectors
        .filter(({ type }) => type !== except)
        .map(({ type, name }) => (
          <li key={type}>
            <Link to={pagesPaths.sector({ type })} className={styles.tile}>
              <span className={styles.icon}>
                <SectorIcon type={type} />
              </span>
              <span className={styles.name}>{name}</span>
              <span className={styles.notice}>{leadTime[type]}</span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
