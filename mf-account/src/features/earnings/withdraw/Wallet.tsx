import type { Output } from '@portal/contracts/_kernel/endpoint';
import { localDay, money } from '@portal/contracts/_kernel/formats';
import { accountText, earningsLabels } from '@portal/contracts/earnings/earnings.copy';
import { arrivalDay, withdrawMessages } from '@portal/contracts/earnings/earnings.rules';
import type { listWithdrawals, Withdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { QueryFailure, QueryView } from '@portal/mf-kit/QueryView';
import { Link } from '@portal/mf-kit/router';
import { isSettled, waitForQueries } from '@portal/mf-kit/waitForQueries';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { Icon } from '@portal/ui/Icon';
import { KeyValue } from '@portal/ui/KeyValue';
import { Stat } from '@portal/ui/Stat';
import { useId, useState } from 'react';
import { useWallet, useWithdrawals } from '../earnings.queries';
import styles from './Wallet.module.css';
import { WithdrawalsList } from './WithdrawalsList';
import { WithdrawModal } from './WithdrawModal';

const isOpen = ({ status }: Withdrawal) => status === 'requested' || status === 'in-process';

/** The reason why nothing can be withdrawn now; null if the guard can withdraw. */
function obstacleOf(inHand: string, { hasBankDetails, docs }: Output<typeof listWithdrawals>) {
  if (!hasBankDetails)
    return (
      <>
        {withdrawMessages.bankMissing} <Link to={guardsPaths.myAccount()}>Add bank details</Link>
      </>
    );
  if (docs.some(isOpen)) return withdrawMessages.pending;
  return /[1-9]/.test(inHand) && !inHand.startsWith('-') ? null : 'Nothing to withdraw yet. Your pay is credited when a shift ends.';
}

interface ConfirmationProps {
  withdrawal: Withdrawal;
  account: string | null | undefined;
  onClose(): void;
}

/** The stated text, then the amount, the account and the expected day of payment. */
function Confirmation({ withdrawal: { amount, createdAt }, account, onClose }: ConfirmationProps) {
  const textId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Withdrawal requested"
      describedBy={textId}
      actions={
        <Button onClick={onClose} data-autofocus>
          OK
        </Button>
      }
    >
      <div id={textId} className={styles.confirmation}>
        <p>{withdrawMessages.submitted}</p>
        <KeyValue
          items={[
            { label: 'Amount', value: money(amount) },
            { label: 'Paid to', value: `Your ${accountText(account)}` },
            { label: 'Expected by', value: localDay(`${arrivalDay(createdAt)}T17:00:00Z`) },
          ]}
        />
        <p className={styles.why}>A bank holiday can add a day.</p>
      </div>
    </Dialog>
  );
}

function Ask({ inHand, withdrawals }: { inHand: string; withdrawals: Output<typeof listWithdrawals> }) {
  const [isAsking, setAsking] = useState(false);
  const [requested, setRequested] = useState<Withdrawal | null>(null);
  const { account } = withdrawals;
  const obstacle = obstacleOf(inHand, withdrawals);
  return (
    <>
      {obstacle ? (
        <p className={styles.why} data-focus-home="">
          {obstacle}
        </p>
      ) : (
        <Button icon={<Icon name="wallet" size={20} />} onClick={() => setAsking(true)}>
          {earningsLabels.withdraw}
        </Button>
      )}
      {isAsking && (
        <WithdrawModal
          inHand={inHand}
          account={account}
          onDone={(withdrawal) => {
            setAsking(false);
            setRequested(withdrawal);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {requested && <Confirmation withdrawal={requested} account={account} onClose={() => setRequested(null)} />}
    </>
  );
}

/** The balance with Withdraw, then the total and the latest withdrawals. */
export function Wallet({ guardId }: { guardId: string }) {
  const wallet = useWallet(guardId);
  const withdrawals = useWithdrawals();
  const open = withdrawals.hasData ? withdrawals.data.docs.find(isOpen) : undefined;
  return (
    <div className={styles.wallet}>
      <QueryView
        query={waitForQueries(wallet, withdrawals)}
        failed="Your wallet could not be loaded"
        loading={{ shape: 'stats', count: 2, label: 'Loading your wallet' }}
      >
        {({ totalEarning, eWallet }) => (
          <div className={styles.cards}>
            <Stat
              className={styles.balance}
              label={earningsLabels.inHand}
              value={money(eWallet)}
              hint={withdrawals.hasData ? (open ? `${money(open.amount)} more is on its way to you` : 'In your wallet') : undefined}
            />
            <div className={styles.ask}>{withdrawals.hasData && <Ask inHand={eWallet} withdrawals={withdrawals.data} />}</div>
            <Stat label={earningsLabels.totalEarning} value={money(totalEarning)} hint="Everything credited so far" />
          </div>
        )}
      </QueryView>
      <QueryFailure query={withdrawals} failed="Your withdrawals could not be loaded" />
      {isSettled(wallet) && withdrawals.hasData && <WithdrawalsList withdrawals={withdrawals.data.docs} />}
    </div>
  );
}
