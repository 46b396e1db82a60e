import { ShieldArt } from '../ShieldArt';
import { StaticPage } from '../StaticPage';
import sections from '../section.module.css';
import { LegalText } from './LegalText';

const PAPER = 'M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M9 12.5h7M9 16h5';

export const PrivacyScreen = () => (
  <StaticPage
    name="Privacy Policy"
    title="Privacy Policy"
    lead="What we keep about you, why we keep it, who sees it, and how you have it corrected or deleted."
    art={<ShieldArt drawing={PAPER} />}
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
    lead="What you can expect of us, and what we expect of you, when you use Guard Portal."
    art={<ShieldArt drawing={PAPER} />}
  >
    <div className={sections.section}>
      <LegalText type="terms" label="Terms and Conditions" />
    </div>
  </StaticPage>
);
