import { localTime } from '@portal/contracts/_kernel/formats';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { endJobRules } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { PayNow } from '@portal/mf-kit/PayBegins';
import { useNow } from '@portal/mf-kit/useNow';
import { RatingInput } from '@portal/ui/RatingInput';
import { Select } from '@portal/ui/Select';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { ReasonsMissing } from './ReasonsMissing';
import { useEndJob, useEndReasons } from './shifts.queries';

export function EndJobModal({ shift, onClose }: { shift: WorkedShift; onClose(): void }) {
  const now = useNow(60_000);
  const reasons = useEndReasons();
  const { end, notSaved } = useEndJob();
  const form = useRulesForm(endJobRules, {
    defaults: { endReasonId: '', shiftEndComment: '', rating: 0 },
    unsaved: 'what you wrote about the job',
    onSubmit: async (given) => {
      const result = await end(given);
      if (result.ok) onClose();
      return result;
    },
  });
  const isEarly = now !== null && now < Date.parse(shift.endTime);

  return (
    <FormDialog form={form} onClose={onClose} title={onJobLabels.endJob} submit={onJobLabels.submit} cancel="Keep working">
      <PayNow shift={shift} />
      <ReasonsMissing reasons={reasons} />
      <Select
        label="Reason"
        hint={isEarly ? `The scheduled end is ${localTime(shift.endTime, shift.timeZone)}` : undefined}
        placeholder="Choose a reason"
        options={reasons.data.map(({ id: value, name: label }) => ({ value, label }))}
        {...form.bind('endReasonId')}
      />
      <TextArea label="Comment" rows={2} optional {...form.bind('shiftEndComment')} />
      <RatingInput label="Client rating" optional {...form.bindValue<number>('rating')} />
      <Status tone="danger">{notSaved}</Status>
    </FormDialog>
  );
}
