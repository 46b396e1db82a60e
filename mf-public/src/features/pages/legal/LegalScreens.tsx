import { note } from '@portal/ui/drawings';
import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import { LegalText } from './LegalText';

export const PrivacyScreen = () => (
  <StaticPage
    name="Privacy Policy"
    title="Privacy Policy"
    lead="What we keep about you, why we keep it, who sees it, and how to have it corrected or deleted."
    art={<ShieldArt drawing={note} />}
  >
    <div className={sections.section}>
      <LegalText type="privacy" label="Privacy Policy" />
    </div>
  </StaticPage>
);

export const TermsScreen = () => (
  <StaticPage
    name="Terms and Conditions"
    title="Terms and Conditions"
    lead="What you can expect from us, and what we expect from you, when you use Guard Portal."
    art={<ShieldArt drawing={note} />}
  >
    <div className={sections.section}>
      <LegalText type="terms" label="Terms and Conditions" />
    </div>
  </StaticPage>
);
