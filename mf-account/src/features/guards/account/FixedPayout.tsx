import { bankMessages } from '@portal/contracts/guards/guards.bank';
import { payoutOptions } from '@portal/contracts/guards/guards.rules';
import { askToChangePayout, askToChangePayoutLabel } from '@portal/contracts/tickets/tickets.paths';
import { Link } from '@portal/mf-kit/router';
import { TextField } from '@portal/ui/TextField';
import styles from './Account.module.css';
import { bankLabels } from './bankLabels';

/** The chosen option. The tooltip is also below it, because a phone has no hover (BANK-22). */
export function FixedPayout({ option }: { option: number }) {
  return (
    <div className={styles.payout} title={bankMessages.payoutFixed}>
      <TextField readOnly label={bankLabels.wantTopay} value={payoutOptions[option] ?? ''} hint={bankMessages.payoutFixed} />
      <Link to={askToChangePayout}>{askToChangePayoutLabel}</Link>
    </div>
  );
}
