import { localDay } from '@portal/contracts/_kernel/formats';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { leaveMessages, leaveRules, leaveTitles, OTHER_TITLE } from '@portal/contracts/leave/leave.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { useApplyLeave } from './leave.queries';

const titles = Object.entries(leaveTitles).map(([value, label]) => ({ value, label }));

export function ApplyLeaveModal({ jobId, shift, onClose }: { jobId: string; shift: Shift; onClose(): void }) {
  const { ask, notSaved } = useApplyLeave(jobId, shift);
  const form = useRulesForm(leaveRules, {
    defaults: { leaveTitle: '', leaveDescription: '' },
    unsaved: 'your leave request',
    onSubmit: async (leave) => {
      const result = await ask(leave);
      if (result.ok) onClose();
      return result;
    },
  });
  const isOther = Number(form.watch('leaveTitle')) === OTHER_TITLE;

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`${leaveMessages.apply}: ${localDay(shift.startTime, shift.timeZone)}`}
      submit="Submit"
    >
      <RadioGroup label="Leave title" options={titles} {...form.bindValue('leaveTitle')} />
      {isOther && <TextArea label="Description" {...form.bind('leaveDescription')} />}
      {shift.cover !== undefined && <p>{leaveMessages.preferOffer}</p>}
      <Status tone="danger">{notSaved}</Status>
    </FormDialog>
  );
}
