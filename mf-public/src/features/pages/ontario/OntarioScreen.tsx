import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Link } from '@portal/mf-kit/router';
import { CallToAct } from '../CallToAct';
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
      lead="We work in one province, and we know it: its licence, its law, its highways and its winters."
    >
      <Section id="description" title="One province, done properly">
        <div className={sections.split}>
          <div>
            <p className={sections.intro}>
              Guards in Ontario are licensed by the province under the Private Security and Investigative Services Act. So are all guards
              here: the licence is checked before the first job, and watched for the day when it expires.
            </p>
            <p className={sections.intro}>
              Jobs show how far they are from a guard’s home, in kilometres. For a site that means somebody who arrives on time; for a guard
              it means a shift that is worth the drive.
            </p>
          </div>
          <OntarioDots />
        </div>
      </Section>
      <Section
        id="service-areas"
        tinted
        title="Service areas"
        intro="Nine cities and the places around them. Your site is not on the list? Ask us: guards may live closer than you think."
      >
        <ServiceAreas />
        <Link to={pagesPaths.services()} className={sections.more}>
          What our guards do there
        </Link>
      </Section>
      <CallToAct />
    </StaticPage>
  );
}
