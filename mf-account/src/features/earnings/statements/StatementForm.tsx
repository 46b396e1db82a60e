import { torontoDate } from '@portal/contracts/_kernel/clock';
import { statementRules } from '@portal/contracts/earnings/earnings.reports';
import { Form } from '@portal/forms/Form';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useServerNow } from '@portal/mf-kit/useServerNow';
import { DateField } from '@portal/ui/DateField';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { Select } from '@portal/ui/Select';
import { Skeleton } from '@portal/ui/Skeleton';
import { useState } from 'react';
import { saveStatement } from '../earnings.queries';
import { usualPeriods } from './periods';
import styles from './StatementForm.module.css';

const formats = [
  { value: 'pdf', label: 'PDF', hint: 'To print or keep' },
  { value: 'csv', label: 'CSV', hint: 'For a spreadsheet or an accountant' },
];

/** The days and the format of a statement. The default days depend on the server's date. */
export function StatementForm() {
  const now = useServerNow();
  return now ? (
    <Periods key={torontoDate(now)} today={torontoDate(now)} />
  ) : (
    <Skeleton shape="form" count={3} label="Loading the periods" />
  );
}

function Periods({ today }: { today: string }) {
  const portal = usePortal();
  const usual = usualPeriods(today);
  const form = useRulesForm(statementRules, {
    defaults: { from: usual[1]?.from ?? '', to: usual[1]?.to ?? '', format: 'pdf' },
    unsaved: null,
    onSubmit: async (asked) => {
      await saveStatement(asked);
      portal.toast('success', 'Your statement was saved on this device.');
      return { ok: true };
    },
  });
  // The guard chose "Other days". The fields still have the days of the last period, so they cannot show this choice.
  const [isOther, setOther] = useState(false);
  const chosen = !isOther && usual.find(({ from, to }) => from === form.watch('from') && to === form.watch('to'));
  const choose = (label: string) => {
    const period = usual.find((one) => one.label === label);
    setOther(!period);
    if (!period) return;
    form.set('from', period.from);
    form.set('to', period.to);
  };
  return (
    <Form form={form} className={styles.form}>
      <Select
        label="Period"
        placeholder="Other days"
        options={usual.map(({ label }) => ({ value: label, label }))}
        value={chosen ? chosen.label : ''}
        onChange={({ target }) => choose(target.value)}
      />
      <div className={styles.days}>
        <DateField label="First day" {...form.bindValue('from')} />
        <DateField label="Last day" {...form.bindValue('to')} />
      </div>
      <RadioGroup label="Format" options={formats} {...form.bindValue('format')} />
      <div>
        <SubmitButton form={form}>Download</SubmitButton>
      </div>
    </Form>
  );
}
