import { Section } from '../Section';
import sections from '../section.module.css';
import { SectorTiles } from '../sectors/SectorTiles';

export function Sectors() {
  return (
    <Section
      id="home-sectors"
      title="Ten sectors, one profile"
      intro="From a bank lobby at noon to a building site at night: name what you are good at, and each job says whether it fits."
    >
      <SectorTiles />
      <p className={sections.note}>
        Sites ask with 18 hours’ notice in general, and with less where it says so. Events security is not offered where alcohol is served.
      </p>
    </Section>
  );
}
