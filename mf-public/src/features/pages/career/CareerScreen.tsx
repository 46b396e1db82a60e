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
    text: 'When a guard presses SOS, one of us answers. What you do here is felt at once.',
  },
  {
    title: 'Nobody works from hearsay',
    text: 'Arrivals, notes, injuries and incidents are written down in the portal with their time. What you decide stands on that.',
  },
  {
    title: 'Fair and plain',
    text: 'Every opening names its place, its hours and its tasks. What you send us is read by our staff, and deleted when you ask for it.',
  },
] as const;

/** The company's own jobs (PUBLIC-CAREER-01); guards look for shifts elsewhere, and are told so. */
export function CareerScreen() {
  return (
    <StaticPage
      name="Career"
      title="Work behind the guards"
      lead="Dispatchers, supervisors and developers keep the portal and its guards going, day and night. Perhaps you are the one who is missing."
      art={<ShieldArt drawing="M4 8.5h16v11H4zM9 8.5V6a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 6v2.5M4 13h16M12 12v2" />}
    >
      <Section id="openings" title="Openings" intro="Jobs with us, at the desk and in the field.">
        <Openings />
        <p className={sections.note}>
          You look for shifts as a guard? <Link to={authPaths.signup()}>{copy.registerAsProfessional}</Link>
        </p>
      </Section>
      <FormSection
        id="apply-now"
        tinted
        title={copy.applyNow}
        lead="Your name, e-mail and phone are enough; the rest helps us to know you."
        form={<CareerPart label={copy.applyNow} />}
      >
        <h2 className={sections.heading}>What to expect of us</h2>
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
