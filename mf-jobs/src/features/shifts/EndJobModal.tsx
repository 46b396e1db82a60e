import { localTime } from '@portal/contracts/_kernel/formats';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { endJobRules } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { Form } from '@portal/forms/Form';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useUnsaved } from '@portal/mf-kit/useUnsaved';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { RatingInput } from '@portal/ui/RatingInput';
import { Select } from '@portal/ui/Select';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { useId } from 'react';
import { ReasonsMissing } from './ReasonsMissing';
import { useEndJob, useEndReasons } from './shifts.queries';

/** Ends the shift, with a reason, a comment and stars for the client. Open while it is rendered. */
export function EndJobModal({ shift, onClose }: { shift: WorkedShift; onClose(): void }) {
  const id = useId();
  const portal = usePortal();
  const reasons = useEndReasons();
  const { end, notSaved } = useEndJob();
  const form = useRulesForm(endJobRules, {
    defaults: { endReasonId: '', shiftEndComment: '', rating: 0 },
    onSubmit: async (given) => {
      const result = await end(given);
      if (result.ok) onClose();
      return result;
    },
  });
  useUnsaved(form.isDirty, 'what you wrote about the job');
  const isEarly = portal.now().getTime() < Date.parse(shift.endTime);

  return (
    <Dialog
      open
      onClose={onClose}
      title={onJobLabels.endJob}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep working
          </Button>
          <Button type="submit" form={id} busy={form.busy}>
            {onJobLabels.submit}
          </Button>
        </>
      }
    >
      <Form id={id} form={form} summary={false}>
        <ReasonsMissing reasons={reasons} />
        <Select
          label="Reason"
          hint={isEarly ? `Paid for the time that you worked. The scheduled end is ${localTime(shift.endTime)}` : undefined}
          placeholder="Choose a reason"
          options={reasons.data.map(({ id: value, name: label }) => ({ value, label }))}
          {...form.bind('endReasonId')}
        />
        <TextArea label="Comment" rows={2} optional {...form.bind('shiftEndComment')} />
        <RatingInput label="Client rating" optional {...form.bindValue<number>('rating')} />
        <Status tone="danger">{notSaved}</Status>
      </Form>
    </Dialog>
  );
}
