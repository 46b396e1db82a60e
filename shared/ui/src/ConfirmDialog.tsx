import { type ReactNode, useId } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';

export interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  body?: ReactNode;
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  onCancel: () => void;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  busyText?: string | undefined;
}

/** A question with two answers. Focus starts on the safe answer. With `danger`, the safe answer is the filled button. */
export function ConfirmDialog({ open, title, body, confirm, cancel, onConfirm, onCancel, danger, busy, busyText }: ConfirmDialogProps) {
  const bodyId = useId();
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      role="alertdialog"
      describedBy={body ? bodyId : undefined}
      actions={
        <>
          <Button variant={danger ? 'primary' : 'secondary'} onClick={onCancel} data-autofocus>
            {cancel}
          </Button>
          <Button variant={danger ? 'dangerLine' : 'primary'} onClick={onConfirm} busy={busy} busyText={busyText}>
            {confirm}
          </Button>
        </>
      }
    >
      {body && <div id={bodyId}>{body}</div>}
    </Dialog>
  );
}
