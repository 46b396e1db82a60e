import { money } from '@portal/contracts/_kernel/formats';
import { accountText, earningsLabels } from '@portal/contracts/earnings/earnings.copy';
import { withdrawRules } from '@portal/contracts/earnings/earnings.rules';
import type { Withdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { Status } from '@portal/ui/Status';
import { TextField } from '@portal/ui/TextField';
import { useWithdraw } from '../earnings.queries';

export interface WithdrawModalProps {
  /** An exact decimal of dollars. */
  inHand: string;
  /** Last digits of the account, masked. */
  account: string | null | undefined;
  /** Runs when the server has accepted the request. */
  onDone(withdrawal: Withdrawal): void;
  onClose(): void;
}

/** Requests a withdrawal, by default of the whole balance. */
export function WithdrawModal({ inHand, account, onDone, onClose }: WithdrawModalProps) {
  const { ask, notSaved } = useWithdraw();
  const form = useRulesForm(withdrawRules, {
    defaults: { amount: inHand },
    unsaved: 'your withdrawal',
    onSubmit: async ({ amount }) => {
      const result = await ask(amount);
      if (result.ok) onDone(result.data);
      return result;
    },
  });
  return (
    <FormDialog form={{ ...form, failure: null }} onClose={onClose} title={earningsLabels.withdraw} submit={earningsLabels.withdraw}>
      <TextField
        label="Amount"
        hint={`You have ${money(inHand)} in hand. It is paid to your ${accountText(account)}.`}
        inputMode="decimal"
        autoComplete="off"
        leading="$"
        {...form.bind('amount')}
      />
      <Status tone="danger">{form.errors.length === 0 && notSaved}</Status>
    </FormDialog>
  );
}
