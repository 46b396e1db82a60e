import { agreements } from '@portal/contracts/onboarding/onboarding.agreements';
import { AgreementStep } from './AgreementStep';

const [privacy, terms, contractor] = agreements;

export const PrivacyScreen = () => <AgreementStep agreement={privacy} stage="Privacy" title="Privacy policy" />;
export const TermsScreen = () => <AgreementStep agreement={terms} stage="Terms" title="Terms & Conditions" />;
export const ContractorScreen = () => <AgreementStep agreement={contractor} stage="Agreement" title="Independent Contractor Agreement" />;
