import { privacyLimits } from '@portal/contracts/privacy/privacy.rules';
import { ConfirmDialog } from '@portal/ui/ConfirmDialog';
import { Status } from '@portal/ui/Status';
import { useRequestDeletion } from './privacy.queries';

/** Requests the deletion of the account; the shell confirms the session first. */
export function DeletionModal({ onClose }: { onClose(): void }) {
  const { ask, busy, notSent } = useRequestDeletion();
  const send = async () => {
    if (await ask()) onClose();
  };
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title="Delete my account"
      body={
        <>
          <p>Nothing is deleted today. You can change your mind for {privacyLimits.takeBackDays} days.</p>
          <Status tone="danger">{notSent}</Status>
        </>
      }
      confirm="Request deletion"
      cancel="Cancel"
      onConfirm={() => void send()}
      onCancel={onClose}
    />
  );
}
