import { ratingOf } from '@portal/testing/ratings';
import { sweepForms } from '@portal/testing/sweepForms';
import { AppealModal } from './features/ratings/list/AppealModal';

const nothing = () => undefined;

sweepForms(__dirname, {
  'features/ratings/list/AppealModal.tsx': () => ({
    show: <AppealModal rating={ratingOf()} onClose={nothing} onAppealed={nothing} />,
  }),
});
