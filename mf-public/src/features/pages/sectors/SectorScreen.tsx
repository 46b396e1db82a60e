import { type SectorPage, sectorPages } from '@portal/contracts/_kernel/sectors';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { useParams } from '@portal/mf-kit/router';
import { SectorEnquiryPart } from '../../enquiries/SectorEnquiryPart';
import { CallToAction } from '../CallToAction';
import { FormSection } from '../FormSection';
import { PublicPage } from '../PublicPage';
import { Section } from '../Section';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import { SectorArt } from './SectorArt';
import styles from './SectorScreen.module.css';
import { SectorTiles } from './SectorTiles';
import { sectorCopy } from './sector.copy';
import { sectorFacts } from './sector.facts';
import { leadTime } from './sectorLeadTime';

function Sector({ type }: { type: SectorPage }) {
  const { title, description } = sectorFacts[type];
  const { hire, why } = sectorCopy[type];
  const name = sectorPages.find((one) => one.type === type)?.name ?? title;
  return (
    <StaticPage
      name={name}
      above={{ name: 'Services', to: pagesPaths.services() }}
      title={title}
      lead={description}
      act={
        <a href="#ask-for-guards" className={styles.ask}>
          Ask for guards
        </a>
      }
      scene={<SectorArt type={type} />}
    >
      <Section id="hire" title="Hire a guard">
        <div className={styles.columns}>
          <div>
            <p className={styles.hire}>{hire}</p>
            <p className={styles.notice}>
              <span>How soon?</span> <strong>{leadTime[type]}</strong>
            </p>
          </div>
          <div className={styles.card}>
            <h3 id="why-hire" className={styles.why}>
              Why hire with us
            </h3>
            <ul aria-labelledby="why-hire" className={styles.reasons}>
              {why.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        </div>
      </Section>
      <FormSection
        id="ask-for-guards"
        tinted
        title="Ask for guards"
        lead="Tell us what you need. Our team will reply by e-mail or phone."
        form={<SectorEnquiryPart type={type} />}
      >
        <h2 className={sections.heading}>What to include</h2>
        <ul className={styles.asked}>
          <li>Your site’s address, and what is on it.</li>
          <li>The days, the hours and the number of guards.</li>
          <li>Any requirements: a vehicle, first aid, another language.</li>
        </ul>
      </FormSection>
      <Section id="other-sectors" title="Other sectors" intro="Licensed guards for other kinds of sites.">
        <SectorTiles except={type} />
      </Section>
      <CallToAction />
    </StaticPage>
  );
}

const isSector = (type: string | undefined): type is SectorPage => sectorPages.some((sector) => sector.type === type);

/** /our-speciality/:type. An unknown type shows only header and footer (PUBLIC-SECTOR-06); the portal host answers 404. */
export function SectorScreen() {
  const { type } = useParams();
  return isSector(type) ? <Sector key={type} type={type} /> : <PublicPage bare>{null}</PublicPage>;
}
