import { cities } from '@portal/contracts/pages/pages.copy';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import styles from './Cities.module.css';
import sections from './home.module.css';
import { OntarioDots } from './OntarioDots';

export function Cities() {
  return (
    <section className={sections.section} aria-labelledby="home-cities">
      <div className={styles.split}>
        <div>
          <h2 id="home-cities" className={sections.heading}>
            Work close to home
          </h2>
          <p className={sections.intro}>Nine cities across Ontario, Canada. Search by the distance that you are willing to travel.</p>
          <ul className={styles.cities}>
            {cities.map((city) => (
              <li key={city}>{city}</li>
            ))}
          </ul>
          <Link to={pagesPaths.ontario()} className={sections.more}>
            Where we work in Ontario
          </Link>
        </div>
        <OntarioDots className={styles.map} />
      </div>
    </section>
  );
}
