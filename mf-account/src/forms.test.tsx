import { guard } from '@portal/testing/guard';
import { ratingOf } from '@portal/testing/ratings';
import { sweepForms } from '@portal/testing/sweepForms';
import { WithdrawModal } from './features/earnings/withdraw/WithdrawModal';
import { BankForm } from './features/guards/account/BankForm';
import { AppealModal } from './features/ratings/list/AppealModal';

const nothing = () => undefined;

sweepForms(__dirname, {
  'features/guards/account/BankForm.tsx': () => ({ show: <BankForm guard={guard()} onSaved={nothing} onCancel={null} /> }),
  'features/earnings/withdraw/WithdrawModal.tsx': () => ({ show: <WithdrawModal inHand="100.00" onDone={nothing} onClose={nothing} /> }),
  'features/ratings/list/AppealModal.tsx': () => ({
    show: <AppealModal rating={ratingOf()} onClose={nothing} onAppealed={nothing} />,
  }),
});
