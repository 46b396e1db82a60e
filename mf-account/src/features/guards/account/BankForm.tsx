import type { Guard } from '@portal/contracts/_kernel/guard';
import { type Bank, bankMessages, bankRules } from '@portal/contracts/guards/guards.bank';
import { payoutOptions } from '@portal/contracts/guards/guards.rules';
import { Form } from '@portal/forms/Form';
import { LettersField } from '@portal/forms/LettersField';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { Button } from '@portal/ui/Button';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { TextField } from '@portal/ui/TextField';
import styles from './Account.module.css';
import { useSaveBank } from './bank.queries';
import { bankLabels } from './bankLabels';
import { Cheque } from './Cheque';
import { FixedPayout } from './FixedPayout';

const options = Object.entries(payoutOptions).map(([value, label]) => ({ value, label }));
/** Browsers must not remember, complete or correct numbers from a cheque. */
const number = { inputMode: 'numeric', autoComplete: 'off', spellCheck: false } as const;

export interface BankFormProps {
  guard: Guard;
  onSaved: (bank: Bank) => void;
  /** Null if no details are stored, because there is nothing to return to. */
  onCancel: (() => void) | null;
}

/** The numbers are entered again each time, because they are never shown. No draft stores them on the device. */
export function BankForm({ guard, onSaved, onCancel }: BankFormProps) {
  const save = useSaveBank();
  const form = useRulesForm(bankRules, {
    defaults: {
      accHolderName: guard.accHolderName ?? '',
      bankAccountNumber: '',
      bankInstitution: '',
      bankTransitNumber: '',
      wantTopay: guard.wantTopay === null ? '' : String(guard.wantTopay),
    },
    unsaved: 'your bank details',
    onSubmit: async (bank) => {
      const result = await save({ ...bank, id: guard.id });
      if (result.ok) onSaved(bank);
      return result;
    },
  });
  const leave = async () => {
    if (await form.confirmDiscard()) onCancel?.();
  };
  return (
    // The server's message is a toast already (BANK-21).
    <Form form={{ ...form, failure: null }}>
      <LettersField
        label={bankLabels.accHolderName}
        hint="As shown on your bank account, 3 to 15 letters"
        instead="3 to 15 letters, single spaces between: type O'Brien as OBrien and Anne-Marie as Anne Marie."
        autoComplete="name"
        {...form.bind('accHolderName')}
      />
      <Cheque />
      <TextField label={bankLabels.bankTransitNumber} hint="5 digits" {...number} {...form.bind('bankTransitNumber')} />
      <TextField label={bankLabels.bankInstitution} hint="3 digits" {...number} {...form.bind('bankInstitution')} />
      <TextField label={bankLabels.bankAccountNumber} hint="7 to 12 digits" {...number} {...form.bind('bankAccountNumber')} />
      {guard.wantTopay === null ? (
        <RadioGroup
          inline
          label={bankLabels.wantTopay}
          hint="You choose this once. To change it later, contact support."
          options={options}
          {...form.bindValue('wantTopay')}
        />
      ) : (
        <FixedPayout option={guard.wantTopay} />
      )}
      <p className={styles.sealed}>{bankMessages.sealed}</p>
      <div className={styles.actions}>
        <SubmitButton form={form}>Save</SubmitButton>
        {onCancel && (
          <Button variant="secondary" onClick={leave}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
