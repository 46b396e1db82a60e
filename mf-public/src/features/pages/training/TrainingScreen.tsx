import { pageIds } from '@portal/contracts/enquiries/enquiries.pages';
import { EnquiryPart } from '../../enquiries/EnquiryPart';
import { FormSection } from '../FormSection';
import { Section } from '../Section';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import { StepList } from '../StepList';
import sections from '../section.module.css';
import styles from './TrainingScreen.module.css';
import { benefits, steps } from './training.copy';

export function TrainingScreen() {
  return (
    <StaticPage
      name="Training"
      title="From your first course to your first shift"
      lead="New to security, or renewing your licence? Our partner agencies train guards across southern Ontario."
      art={<ShieldArt drawing="M12 4 2.5 8.5 12 13l9.5-4.5ZM6 10.5V16c2 2 10 2 12 0v-5.5M21.5 8.5V15" />}
    >
      <Section id="what-you-gain" title="What you get">
        <ul className={styles.benefits}>
          {benefits.map(({ title, text, drawing }) => (
            <li key={title} className={styles.benefit}>
              <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
                <path d={drawing} />
              </svg>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <FormSection
        id="register-interest"
        tinted
        title="Register your interest"
        lead="Free, with no obligation."
        form={
          <EnquiryPart
            label="Register your interest"
            pageId={pageIds.training}
            hint="Your city, when you are available, and any training you already have."
            submit="Register interest"
          />
        }
      >
        <h2 className={sections.heading}>How it works</h2>
        <StepList stacked steps={steps} label="Steps to your first shift" />
      </FormSection>
    </StaticPage>
  );
}
