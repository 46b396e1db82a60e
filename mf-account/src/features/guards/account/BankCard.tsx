import type { Guard } from '@portal/contracts/_kernel/guard';
import { Button } from '@portal/ui/Button';
import { Card } from '@portal/ui/Card';
import { KeyValue } from '@portal/ui/KeyValue';
import { VisuallyHidden } from '@portal/ui/VisuallyHidden';
import styles from './Account.module.css';
import { bankLabels } from './bankLabels';
import { FixedPayout } from './FixedPayout';

const shown = ['accHolderName', 'bankTransitNumber', 'bankInstitution', 'bankAccountNumber'] as const;

/** Dots say nothing when they are read out. */
function Masked({ text }: { text: string | null }) {
  if (!text?.startsWith('•')) return text ?? '–';
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden>ending in {text.replaceAll('•', '')}</VisuallyHidden>
    </>
  );
}

/** What is known, as far as it is shown: the last digits. */
export function BankCard({ guard, onChange }: { guard: Guard; onChange: () => void }) {
  return (
    <Card className={styles.card}>
      <KeyValue items={shown.map((field) => ({ label: bankLabels[field], value: <Masked text={guard[field]} /> }))} />
      {guard.wantTopay !== null && <FixedPayout option={guard.wantTopay} />}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onChange}>
          Change bank details
        </Button>
      </div>
    </Card>
  );
}
