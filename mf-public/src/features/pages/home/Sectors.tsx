import { sectors } from '@portal/contracts/pages/pages.copy';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { notice } from './home.copy';
import sections from './home.module.css';
import { SectorIcon } from './SectorIcon';
import styles from './Sectors.module.css';

export function Sectors() {
  return (
    <section className={sections.section} aria-labelledby="home-sectors">
      <h2 id="home-sectors" className={sections.heading}>
        Ten sectors, one profile
      </h2>
      <p className={sections.intro}>
        From a bank lobby at noon to a building site at night: choose what you are good at, and see only that.
      </p>
      <ul className={styles.tiles}>
        {sectors.map(({ type, name }) => (
          <li key={type}>
            <Link to={pagesPaths.sector({ type })} className={styles.tile}>
              <span className={styles.icon}>
                <SectorIcon type={type} />
              </span>
              <span className={styles.name}>{name}</span>
              <span className={styles.notice}>{notice[type]}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={sections.note}>
        Sites ask with 18 hours’ notice in general, and with less where it says so. Events security is not offered where alcohol is served.
      </p>
    </section>
  );
}
