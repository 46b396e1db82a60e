import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { BREAK, breakRules } from '@portal/contracts/shifts/shifts.rules';
import { Form } from '@portal/forms/Form';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { useUnsaved } from '@portal/mf-kit/useUnsaved';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { Select } from '@portal/ui/Select';
import { Status } from '@portal/ui/Status';
import { TextArea } from '@portal/ui/TextArea';
import { useId } from 'react';
import { ReasonsMissing } from './ReasonsMissing';
import { useBreakReasons, useTakeBreak } from './shifts.queries';

/** Begins a break, with a reason. Open while it is rendered. */
export function TakeBreakModal({ onClose }: { onClose(): void }) {
  const id = useId();
  const reasons = useBreakReasons();
  const { take, notSaved } = useTakeBreak();
  const form = useRulesForm(breakRules, {
    defaults: { breakReasonId: '', description: '' },
    onSubmit: async ({ breakReasonId, description }) => {
      const reason = reasons.data.find((one) => one.id === breakReasonId);
      const result = await take({ breakReasonId, description }, reason?.name ?? BREAK);
      if (result.ok) onClose();
      return result;
    },
  });
  useUnsaved(form.isDirty, 'your break');

  return (
    <Dialog
      open
      onClose={onClose}
      title={onJobLabels.takeBreak}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
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
          placeholder="Choose a reason"
          options={reasons.data.map(({ id: value, name: label }) => ({ value, label }))}
          {...form.bind('breakReasonId')}
        />
        <TextArea label="Note" rows={2} optional {...form.bind('description')} />
        <Status tone="danger">{notSaved}</Status>
      </Form>
    </Dialog>
  );
}
