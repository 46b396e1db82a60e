import { Button } from '@portal/ui/Button';
import { Dialog, type DialogProps } from '@portal/ui/Dialog';
import { useId, useRef } from 'react';
import { Form } from './Form';
import type { RulesForm } from './useRulesForm';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'wide' | 'children'> {
  form: Pick<RulesForm<object>, 'submit' | 'failure' | 'errors' | 'busy' | 'confirmDiscard' | 'waitFor'>;
  /** Called when the guard leaves the dialog. After a successful submit, the caller closes it. */
  onClose: () => void;
  /** Label of the submit button. */
  submit: string;
  /** Label of the button that leaves the dialog. */
  cancel?: string | undefined;
  /** The submit deletes something. */
  danger?: boolean | undefined;
  /** Shows the error summary. */
  summary?: boolean | undefined;
}

/**
 * A form of `useRulesForm` in a modal dialog. Escape, a tap outside, the phone's back button and its own buttons ask before entered text is
 * discarded. Render it only while it is open.
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
