import { applicationMessages, cancelRules } from '@portal/contracts/applications/applications.rules';
import { Form } from '@portal/forms/Form';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { useUnsaved } from '@portal/mf-kit/useUnsaved';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { ErrorState } from '@portal/ui/ErrorState';
import { Select } from '@portal/ui/Select';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { useId } from 'react';
import { type Cancelled, useCancel, useCancellationReasons } from './applications.queries';

/** Takes the guard's application for the job back, with a reason. Open while it is rendered. */
export function CancelModal({ job, onClose, onCancelled }: { job: Cancelled; onClose(): void; onCancelled(): void }) {
  const id = useId();
  const { data: reasons, error, retry } = useCancellationReasons();
  const { cancel, notCancelled } = useCancel(job);
  const form = useRulesForm(cancelRules, {
    defaults: { reasonId: '', comment: '' },
    onSubmit: async (given) => {
      const result = await cancel(given);
      if (result.ok) onCancelled();
      return result;
    },
  });
  useUnsaved(form.isDirty, 'your cancellation');

  return (
    <Dialog
      open
      onClose={onClose}
      title={applicationMessages.cancel}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" type="submit" form={id} busy={form.busy}>
            {applicationMessages.cancel}
          </Button>
        </>
      }
    >
      <Form id={id} form={form} summary={false}>
        {error && <ErrorState title="The reasons could not be loaded" safe={error.userMessage} onRetry={retry} />}
        <Select
          label="Cancellation reason"
          placeholder="Choose a reason"
          options={reasons.map(({ id: value, name: label }) => ({ value, label }))}
          {...form.bind('reasonId')}
        />
        <TextArea label="Comment" optional {...form.bind('comment')} />
        <Status tone="danger">{notCancelled}</Status>
      </Form>
    </Dialog>
  );
}
