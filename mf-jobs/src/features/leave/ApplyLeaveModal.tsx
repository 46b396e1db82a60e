import { localDay } from '@portal/contracts/_kernel/formats';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { leaveMessages, leaveRules, leaveTitles, OTHER } from '@portal/contracts/leave/leave.rules';
import { Form } from '@portal/forms/Form';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { useUnsaved } from '@portal/mf-kit/useUnsaved';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { useId } from 'react';
import { useApplyLeave } from './leave.queries';

const titles = Object.entries(leaveTitles).map(([value, label]) => ({ value, label }));

/** Asks for leave for one upcoming shift. Open while it is rendered. */
export function ApplyLeaveModal({ jobId, shift, onClose }: { jobId: string; shift: Shift; onClose(): void }) {
  const id = useId();
  const { ask, notSaved } = useApplyLeave(jobId, shift);
  const form = useRulesForm(leaveRules, {
    defaults: { leaveTitle: '', leaveDescription: '' },
    onSubmit: async (leave) => {
      const result = await ask(leave);
      if (result.ok) onClose();
      return result;
    },
  });
  useUnsaved(form.isDirty, 'your leave request');
  const isOther = Number(form.watch('leaveTitle')) === OTHER;

  return (
    <Dialog
      open
      onClose={onClose}
      title={`${leaveMessages.apply}: ${localDay(shift.startTime)}`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={form.busy}>
            Submit
          </Button>
        </>
      }
    >
      <Form id={id} form={form} summary={false}>
        <RadioGroup label="Leave title" options={titles} {...form.bindValue('leaveTitle')} />
        {isOther && <TextArea label="Description" {...form.bind('leaveDescription')} />}
        <Status tone="danger">{notSaved}</Status>
      </Form>
    </Dialog>
  );
}
