import type { Output } from '@portal/contracts/_kernel/endpoint';
import { money } from '@portal/contracts/_kernel/formats';
import { earningsLabels } from '@portal/contracts/earnings/earnings.copy';
import { withdrawMessages } from '@portal/contracts/earnings/earnings.rules';
import type { listWithdrawals, Withdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { heldBy, isKnown } from '@portal/mf-kit/heldBy';
import { QueryFailure, QueryView } from '@portal/mf-kit/QueryView';
import { Link } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { Icon } from '@portal/ui/Icon';
import { Stat } from '@portal/ui/Stat';
import { useId, useState } from 'react';
import { useWallet, useWithdrawals } from '../earnings.queries';
import styles from './Wallet.module.css';
import { WithdrawalsList } from './WithdrawalsList';
import { WithdrawModal } from './WithdrawModal';

const isOpen = ({ status }: Withdrawal) => status === 'requested' || status === 'in-process';

/** Why nothing can be withdrawn now; null when it can. */
function obstacleOf(inHand: string, { hasBankDetails, docs }: Output<typeof listWithdrawals>) {
  if (!hasBankDetails)
    return (
      <>
        {withdrawMessages.bankMissing} <Link to={guardsPaths.myAccount()}>Add bank details</Link>
      </>
    );
  if (docs.some(isOpen)) return withdrawMessages.pending;
  return /[1-9]/.test(inHand) && !inHand.startsWith('-') ? null : 'There is nothing to withdraw yet: a shift is credited when it ends.';
}

function Ask({ inHand, withdrawals }: { inHand: string; withdrawals: Output<typeof listWithdrawals> }) {
  const [step, setStep] = useState<'closed' | 'asking' | 'told'>('closed');
  const [told, setTold] = useState('');
  const toldId = useId();
  const obstacle = obstacleOf(inHand, withdrawals);
  const done = (message: string) => {
    setTold(message);
    setStep('told');
  };
  return (
    <>
      {obstacle ? (
        <p className={styles.why} data-focus-home="">
          {obstacle}
        </p>
      ) : (
        <Button icon={<Icon name="wallet" size={20} />} onClick={() => setStep('asking')}>
          {earningsLabels.withdraw}
        </Button>
      )}
      {step === 'asking' && <WithdrawModal inHand={inHand} onDone={done} onClose={() => setStep('closed')} />}
      <Dialog
        open={step === 'told'}
        onClose={() => setStep('closed')}
        title="Withdrawal requested"
        describedBy={toldId}
        actions={
          <Button onClick={() => setStep('closed')} data-autofocus>
            OK
          </Button>
        }
      >
        <p id={toldId}>{told}</p>
      </Dialog>
    </>
  );
}

/** What was earned, what is in hand, and the way to have it paid. */
export function Wallet({ guardId }: { guardId: string }) {
  const wallet = useWallet(guardId);
  const withdrawals = useWithdrawals();
  const open = withdrawals.hasData ? withdrawals.data.docs.find(isOpen) : undefined;
  return (
    <div className={styles.wallet}>
      <QueryView
        query={heldBy(wallet, withdrawals)}
        failed="Your wallet could not be loaded"
        loading={{ shape: 'stats', count: 2, label: 'Loading your wallet' }}
      >
        {({ totalEarning, eWallet }) => (
          <div className={styles.cards}>
            <Stat label={earningsLabels.totalEarning} value={money(totalEarning)} hint="Everything credited so far" />
            <Stat
              label={earningsLabels.inHand}
              value={money(eWallet)}
              hint={withdrawals.hasData ? (open ? `${money(open.amount)} more is on its way to you` : 'In your wallet') : undefined}
            />
            <div className={styles.ask}>{withdrawals.hasData && <Ask inHand={eWallet} withdrawals={withdrawals.data} />}</div>
          </div>
        )}
      </QueryView>
      <QueryFailure query={withdrawals} failed="Your withdrawals could not be loaded" />
      {isKnown(wallet) && withdrawals.hasData && <WithdrawalsList withdrawals={withdrawals.data.docs} />}
    </div>
  );
}
