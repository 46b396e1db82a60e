import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { CallToAction } from '../CallToAction';
import { Section } from '../Section';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import { OntarioDots } from './OntarioDots';
import { ServiceAreas } from './ServiceAreas';

export function OntarioScreen() {
  return (
    <StaticPage
      name="Ontario"
      title="Security guards in Ontario"
      lead="We work in one province, and we know it well: its licensing rules, its highways and its winters."
    >
      <Section id="description" title="One province, done properly">
        <div className={sections.split}>
          <div>
            <p className={sections.intro}>
              Guards in Ontario are licensed by the province under the Private Security and Investigative Services Act. That includes every
              guard here. We check the licence before the first job, and track its expiry date.
            </p>
            <p className={sections.intro}>
              Jobs show how far they are from a guard’s home, in kilometres. For a site, that means a guard who arrives on time. For a
              guard, it means a shift worth the drive.
            </p>
          </div>
          <OntarioDots />
        </div>
      </Section>
      <Section
        id="service-areas"
        tinted
        title="Service areas"
        intro="Nine cities and the communities around them. Is your site outside these areas? Ask us: a guard may live nearby."
      >
        <ServiceAreas />
        <Link to={pagesPaths.services()} className={sections.more}>
          See our services
        </Link>
      </Section>
      <CallToAction />
    </StaticPage>
  );
}
