// Needs a separate jest file: it replaces the client of the API.
import { documentOf, mockDocuments } from '@portal/testing/documents';
import { guard } from '@portal/testing/guard';
import { ratingOf } from '@portal/testing/ratings';
import { sweepForms } from '@portal/testing/sweepForms';
import { ChangePasswordPart } from './features/auth/password/ChangePasswordPart';
import { AddDocsScreen } from './features/documents/add/AddDocsScreen';
import { EditDocumentForm } from './features/documents/edit/EditDocumentForm';
import { ReplaceDocumentModal } from './features/documents/edit/ReplaceDocumentModal';
import { AddDocumentForm } from './features/documents/list/AddDocumentForm';
import { StatementForm } from './features/earnings/statements/StatementForm';
import { WithdrawModal } from './features/earnings/withdraw/WithdrawModal';
import { BankForm } from './features/guards/account/BankForm';
import { EditProfileForm } from './features/guards/edit/EditProfileForm';
import { AppealModal } from './features/ratings/list/AppealModal';
import { ChangeEmailModal } from './features/settings/contact/ChangeEmailModal';
import { ChangeMobileModal } from './features/settings/contact/ChangeMobileModal';
import { CodeForm } from './features/settings/contact/CodeForm';
import { AddAuthenticatorModal } from './features/settings/factors/AddAppModal';
import { AddPasskeyModal } from './features/settings/factors/AddPasskeyModal';

const nothing = () => undefined;

sweepForms(__dirname, {
  'features/auth/password/ChangePasswordPart.tsx': () => ({ show: <ChangePasswordPart />, field: 'Old password' }),
  'features/guards/edit/EditProfileForm.tsx': () => ({ show: <EditProfileForm guard={guard()} /> }),
  'features/guards/account/BankForm.tsx': () => ({ show: <BankForm guard={guard()} onSaved={nothing} onCancel={null} /> }),
  'features/earnings/statements/StatementForm.tsx': () => ({ show: <StatementForm />, losesNothing: true }),
  'features/earnings/withdraw/WithdrawModal.tsx': () => ({
    show: <WithdrawModal inHand="100.00" account={null} onDone={nothing} onClose={nothing} />,
  }),
  'features/documents/add/AddDocsScreen.tsx': () => ({ show: <AddDocsScreen /> }),
  'features/documents/edit/EditDocumentForm.tsx': () => ({
    show: <EditDocumentForm document={documentOf()} />,
    mock: () => mockDocuments(() => []),
  }),
  'features/documents/edit/ReplaceDocumentModal.tsx': () => ({
    show: <ReplaceDocumentModal document={documentOf()} onClose={nothing} />,
    mock: () => mockDocuments(() => []),
  }),
  'features/documents/list/AddDocumentForm.tsx': () => ({ show: <AddDocumentForm guardId="" onSubmit={nothing} onAdded={nothing} /> }),
  'features/settings/contact/ChangeEmailModal.tsx': () => ({ show: <ChangeEmailModal onClose={nothing} /> }),
  'features/settings/contact/ChangeMobileModal.tsx': () => ({ show: <ChangeMobileModal onClose={nothing} /> }),
  'features/settings/contact/CodeForm.tsx': () => ({ show: <CodeForm onCode={() => new Promise(nothing)} /> }),
  'features/settings/factors/AddAppModal.tsx': () => ({
    show: <AddAuthenticatorModal secret="ABCD" address="otpauth://totp/a" onClose={nothing} />,
  }),
  'features/settings/factors/AddPasskeyModal.tsx': () => ({ show: <AddPasskeyModal onClose={nothing} /> }),
  'features/ratings/list/AppealModal.tsx': () => ({
    show: <AppealModal rating={ratingOf()} onClose={nothing} onAppealed={nothing} />,
  }),
});
