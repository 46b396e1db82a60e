// Needs a separate jest file: it replaces the client of the API.
import { sweepForms } from '@portal/testing/sweepForms';
import { CareerPart } from './features/career/CareerPart';
import { EnquiryPart } from './features/enquiries/EnquiryPart';
import { NewsletterModal } from './features/newsletter/NewsletterModal';

sweepForms(__dirname, {
  'features/career/CareerRules.tsx': () => ({ show: <CareerPart label="Apply" />, guard: null }),
  'features/enquiries/EnquiryRules.tsx': () => ({ show: <EnquiryPart label="Ask" pageId="CONTACT US" />, guard: null }),
  'features/newsletter/NewsletterModal.tsx': () => ({ show: <NewsletterModal onClose={() => undefined} />, guard: null }),
});
