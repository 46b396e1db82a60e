import { applicationMessages, cancelRules } from '@portal/contracts/applications/applications.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { readFailureText } from '@portal/mf-kit/failure';
import { ErrorState } from '@portal/ui/ErrorState';
import { Select } from '@portal/ui/Select';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { type CancellableJob, useCancel, useCancellationReasons } from './applications.queries';

export function CancelModal({ job, onClose, onCancelled }: { job: CancellableJob; onClose(): void; onCancelled(): void }) {
  const { data: reasons, error, retry } = useCancellationReasons();
  const { cancel, notCancelled } = useCancel(job);
  const form = useRulesForm(cancelRules, {
    defaults: { reasonId: '', comment: '' },
    unsaved: 'your cancellation',
    onSubmit: async (given) => {
      const result = await cancel(given);
      if (result.ok) onCancelled();
      return result;
    },
  });

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={applicationMessages.cancel}
      submit={applicationMessages.cancel}
      cancel="Keep it"
      danger
    >
      {error && <ErrorState title="The reasons could not be loaded" detail={readFailureText(error)} onRetry={retry} />}
      <Select
        label="Cancellation reason"
        placeholder="Choose a reason"
        options={reasons.map(({ id: value, name: label }) => ({ value, label }))}
        {...form.bind('reasonId')}
      />
      <TextArea label="Comment" optional {...form.bind('comment')} />
      <Status tone="danger">{notCancelled}</Status>
    </FormDialog>
  );
}
