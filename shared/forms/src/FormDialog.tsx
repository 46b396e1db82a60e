import { Button } from '@portal/ui/Button';
import { Dialog, type DialogProps } from '@portal/ui/Dialog';
import { useId, useRef } from 'react';
import { Form } from './Form';
import type { RulesForm } from './useRulesForm';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'wide' | 'children'> {
  form: Pick<RulesForm<object>, 'submit' | 'failure' | 'errors' | 'busy' | 'confirmDiscard' | 'waitFor'>;
  /** Takes it away: the guard left it. What was sent closes it by itself. */
  onClose: () => void;
  /** Words of the button that sends. */
  submit: string;
  /** Words of the button that leaves it. */
  cancel?: string | undefined;
  /** What is sent takes something away. */
  danger?: boolean | undefined;
  /** Shows what failed above the fields. */
  summary?: boolean | undefined;
}

/**
 * A form of useRulesForm in a modal. Escape, a tap beside it, the phone's back and its own buttons ask before what was entered is thrown
 * away. Render it while it is open.
 */
export function FormDialog({ form, title, wide, onClose, submit, cancel = 'Cancel', danger, summary = false, children }: FormDialogProps) {
  const id = useId();
  const isAsking = useRef(false);
  const leave = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const isDone = await form.confirmDiscard();
    isAsking.current = false;
    if (isDone) onClose();
  };
  return (
    <Dialog
      open
      wide={wide}
      onClose={leave}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={leave}>
            {cancel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={id} busy={form.busy}>
            {submit}
          </Button>
        </>
      }
    >
      <Form id={id} form={form} summary={summary}>
        {children}
      </Form>
    </Dialog>
  );
}
