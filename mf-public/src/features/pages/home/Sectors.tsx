import { Section } from '../Section';
import sections from '../section.module.css';
import { SectorTiles } from '../sectors/SectorTiles';

export function Sectors() {
  return (
    <Section
      id="home-sectors"
      title="Ten sectors, one profile"
      intro="Work in a bank lobby at noon or on a building site at night. Tell us what you do well, and each job shows whether it suits you."
    >
      <SectorTiles />
      <p className={sections.note}>
        Sites request guards with 18 hours’ notice in general, or less where shown. Events security is not offered where alcohol is served.
      </p>
    </Section>
  );
}
