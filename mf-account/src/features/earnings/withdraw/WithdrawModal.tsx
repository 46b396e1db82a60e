import { money } from '@portal/contracts/_kernel/formats';
import { earningsLabels } from '@portal/contracts/earnings/earnings.copy';
import { withdrawRules } from '@portal/contracts/earnings/earnings.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { Status } from '@portal/ui/Status';
import { TextField } from '@portal/ui/TextField';
import { useWithdraw } from '../earnings.queries';

export interface WithdrawModalProps {
  /** An exact decimal of dollars. */
  inHand: string;
  /** The server took it, in its own words. */
  onDone(message: string): void;
  onClose(): void;
}

/** Asks how much to withdraw; all that is in hand at first. Open while it is rendered. */
export function WithdrawModal({ inHand, onDone, onClose }: WithdrawModalProps) {
  const { ask, notSaved } = useWithdraw();
  const form = useRulesForm(withdrawRules, {
    defaults: { amount: inHand },
    unsaved: 'your withdrawal',
    onSubmit: async ({ amount }) => {
      const result = await ask(amount);
      if (result.ok) onDone(result.message);
      return result;
    },
  });
  return (
    <FormDialog form={{ ...form, failure: null }} onClose={onClose} title={earningsLabels.withdraw} submit={earningsLabels.withdraw}>
      <TextField
        label="Amount"
        hint={`You have ${money(inHand)} in hand. It is paid to your bank account.`}
        inputMode="decimal"
        autoComplete="off"
        leading="$"
        {...form.bind('amount')}
      />
      <Status tone="danger">{form.errors.length === 0 && notSaved}</Status>
    </FormDialog>
  );
}
