import { sweepForms } from '@portal/testing/sweepForms';
import { NewsletterModal } from './features/newsletter/NewsletterModal';

sweepForms(__dirname, {
  'features/newsletter/NewsletterModal.tsx': () => ({ show: <NewsletterModal onClose={() => undefined} />, guard: null }),
});
