import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { BREAK, breakRules } from '@portal/contracts/shifts/shifts.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { Select } from '@portal/ui/Select';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { ReasonsMissing } from './ReasonsMissing';
import { useBreakReasons, useTakeBreak } from './shifts.queries';

export function TakeBreakModal({ onClose }: { onClose(): void }) {
  const reasons = useBreakReasons();
  const { take, notSaved } = useTakeBreak();
  const form = useRulesForm(breakRules, {
    defaults: { breakReasonId: '', description: '' },
    unsaved: 'your break',
    onSubmit: async ({ breakReasonId, description }) => {
      const reason = reasons.data.find((one) => one.id === breakReasonId);
      const result = await take({ breakReasonId, description }, reason?.name ?? BREAK);
      if (result.ok) onClose();
      return result;
    },
  });

  return (
    <FormDialog form={form} onClose={onClose} title={onJobLabels.takeBreak} submit={onJobLabels.submit}>
      <ReasonsMissing reasons={reasons} />
      <Select
        label="Reason"
        placeholder="Choose a reason"
        options={reasons.data.map(({ id: value, name: label }) => ({ value, label }))}
        {...form.bind('breakReasonId')}
      />
      <TextArea label="Note" rows={2} optional {...form.bind('description')} />
      <Status tone="danger">{notSaved}</Status>
    </FormDialog>
  );
}
