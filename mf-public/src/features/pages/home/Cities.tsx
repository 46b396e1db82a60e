import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { OntarioDots } from '../ontario/OntarioDots';
import { ServiceAreas } from '../ontario/ServiceAreas';
import sections from '../section.module.css';

export function Cities() {
  return (
    <section className={sections.section} aria-labelledby="home-cities">
      <div className={sections.split}>
        <div>
          <h2 id="home-cities" className={sections.heading}>
            Work close to home
          </h2>
          <p className={sections.intro}>Nine cities across Ontario, Canada. Search by how far you are willing to travel.</p>
          <ServiceAreas />
          <Link to={pagesPaths.ontario()} className={sections.more}>
            Where we work in Ontario
          </Link>
        </div>
        <OntarioDots />
      </div>
    </section>
  );
}
