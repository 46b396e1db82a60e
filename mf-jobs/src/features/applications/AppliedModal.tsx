import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';

/** The stated text and, below it, the server's own words (JOBPAGE-38). Open while there are any. */
export function AppliedModal({ received, onClose }: { received: string | null; onClose(): void }) {
  return (
    <Dialog
      open={received !== null}
      onClose={onClose}
      title={applicationMessages.applied}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      {received && <p>{received}</p>}
    </Dialog>
  );
}
