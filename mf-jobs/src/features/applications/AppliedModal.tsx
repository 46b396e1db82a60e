import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import type { ReactNode } from 'react';

interface Props {
  received: string | null;
  onClose(): void;
  children?: ReactNode;
}

/** Shows the stated text and, below it, the server's message (JOBPAGE-38). Open while `received` is not empty. */
export function AppliedModal({ received, onClose, children }: Props) {
  return (
    <Dialog
      open={received !== null}
      onClose={onClose}
      title={applicationMessages.applied}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      {received && <p>{received}</p>}
      {received && children}
    </Dialog>
  );
}
