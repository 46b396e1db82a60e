import { copy } from '@portal/contracts/_kernel/copy';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { Link } from '@portal/mf-kit/router';
import { CareerPart } from '../../career/CareerPart';
import { FormSection } from '../FormSection';
import { Section } from '../Section';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import styles from './CareerScreen.module.css';
import { Openings } from './Openings';

const weOffer = [
  {
    title: 'Work that matters at three in the morning',
    text: 'When a guard sends an SOS, one of us answers. Your work makes a difference right away.',
  },
  {
    title: 'Decisions based on facts',
    text: 'Arrivals, notes, injuries and incidents are recorded in the portal with their times, so you know what happened.',
  },
  {
    title: 'A fair process',
    text: 'Every opening lists its location, hours and duties. Our staff read your application, and delete it if you ask.',
  },
] as const;

/** The company's own jobs (PUBLIC-CAREER-01). The page explains that guards find shifts elsewhere. */
export function CareerScreen() {
  return (
    <StaticPage
      name="Career"
      title="Work behind the guards"
      lead="Dispatchers, supervisors and developers support our guards around the clock. Join the team."
      art={<ShieldArt drawing="M4 8.5h16v11H4zM9 8.5V6a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 6v2.5M4 13h16M12 12v2" />}
    >
      <Section id="openings" title="Openings" intro="Jobs with us, in the office and in the field.">
        <Openings />
        <p className={sections.note}>
          Looking for guard shifts? <Link to={authPaths.signup()}>{copy.registerAsProfessional}</Link>
        </p>
      </Section>
      <FormSection
        id="apply-now"
        tinted
        title={copy.applyNow}
        lead="We only need your name, e-mail and phone. The rest helps us get to know you."
        form={<CareerPart label={copy.applyNow} />}
      >
        <h2 className={sections.heading}>What you can expect</h2>
        <ul className={styles.offers}>
          {weOffer.map(({ title, text }) => (
            <li key={title}>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </FormSection>
    </StaticPage>
  );
}
