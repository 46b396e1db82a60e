import type { Guard } from '@portal/contracts/_kernel/guard';
import { Button } from '@portal/ui/Button';
import { Card } from '@portal/ui/Card';
import { KeyValue } from '@portal/ui/KeyValue';
import { VisuallyHidden } from '@portal/ui/VisuallyHidden';
import styles from './Account.module.css';
import { bankLabels } from './bankLabels';
import { FixedPayout } from './FixedPayout';

const shown = ['accHolderName', 'bankTransitNumber', 'bankInstitution', 'bankAccountNumber'] as const;

/** Screen readers skip the dots, so they get the words instead. */
function MaskedNumber({ text }: { text: string | null }) {
  if (!text?.startsWith('•')) return text ?? '–';
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden>ending in {text.replaceAll('•', '')}</VisuallyHidden>
    </>
  );
}

/** The stored bank details. Only the last digits of numbers are shown. */
export function BankCard({ guard, onChange }: { guard: Guard; onChange: () => void }) {
  return (
    <Card className={styles.card}>
      <KeyValue items={shown.map((field) => ({ label: bankLabels[field], value: <MaskedNumber text={guard[field]} /> }))} />
      {guard.wantTopay !== null && <FixedPayout option={guard.wantTopay} />}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onChange}>
          Change bank details
        </Button>
      </div>
    </Card>
  );
}
