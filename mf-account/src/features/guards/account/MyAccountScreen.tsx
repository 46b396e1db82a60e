import type { Guard } from '@portal/contracts/_kernel/guard';
import { maskBankNumbers } from '@portal/contracts/guards/guards.bank';
import { QueryView } from '@portal/mf-kit/QueryView';
import { useSession } from '@portal/mf-kit/useSession';
import { Card } from '@portal/ui/Card';
import { PageHeader } from '@portal/ui/PageHeader';
import { useState } from 'react';
import { useProfile } from '../guards.queries';
import styles from './Account.module.css';
import { BankCard } from './BankCard';
import { BankForm } from './BankForm';

type Shown = Pick<Guard, 'accHolderName' | 'bankAccountNumber' | 'bankInstitution' | 'bankTransitNumber' | 'wantTopay'>;

/** The stored details or the form. Saved details are shown, masked, until the guard is read again. */
function Account({ guard: read }: { guard: Guard }) {
  const [typing, setTyping] = useState(false);
  const [saved, setSaved] = useState<{ over: Guard; bank: Shown } | null>(null);
  const guard = saved?.over === read ? { ...read, ...saved.bank } : read;
  const isKnown = guard.bankAccountNumber !== null;
  if (isKnown && !typing) return <BankCard guard={guard} onChange={() => setTyping(true)} />;
  return (
    <Card className={styles.card}>
      <BankForm
        guard={guard}
        onSaved={(bank) => {
          setSaved({ over: read, bank: maskBankNumbers(bank) });
          setTyping(false);
        }}
        onCancel={isKnown ? () => setTyping(false) : null}
      />
    </Card>
  );
}

/** My Accounts: the bank account to which the guard is paid. */
export function MyAccountScreen() {
  const session = useSession();
  const profile = useProfile(session?.guardId ?? '');
  if (!session) return null;
  return (
    <div className={styles.screen}>
      <PageHeader title="My Accounts" lead="Where we send your pay. We e-mail you each time it changes." />
      <QueryView
        query={profile}
        loading={{ shape: 'form', count: 5, label: 'Loading your bank details' }}
        failed="Your bank details could not be loaded"
      >
        {({ guard }) => <Account guard={guard} />}
      </QueryView>
    </div>
  );
}
