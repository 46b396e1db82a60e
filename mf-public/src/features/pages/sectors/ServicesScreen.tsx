import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { CallToAction } from '../CallToAction';
import { OntarioDots } from '../ontario/OntarioDots';
import { ServiceAreas } from '../ontario/ServiceAreas';
import { Section } from '../Section';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import { SectorTiles } from './SectorTiles';

export function ServicesScreen() {
  return (
    <StaticPage
      name="Services"
      title="Security guards for ten sectors"
      lead="Choose your sector to see what our guards do there and how much notice we need."
      art={<ShieldArt drawing="M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 16.5l2 2 3.5-4" />}
    >
      <Section
        id="sectors"
        title="Our ten sectors"
        intro="Licensed, insured and bonded guards, hired through a mobile app. No long-term contracts: guards can be added or removed with notice of a couple of days."
      >
        <SectorTiles />
      </Section>
      <Section
        id="ontario"
        tinted
        title="Across southern Ontario"
        intro="Guards work close to home, in nine cities and the communities around them."
      >
        <div className={sections.split}>
          <div>
            <ServiceAreas />
            <Link to={pagesPaths.ontario()} className={sections.more}>
              Our service areas in Ontario
            </Link>
          </div>
          <OntarioDots />
        </div>
      </Section>
      <CallToAction />
    </StaticPage>
  );
}
