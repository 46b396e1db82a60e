import { money } from '@portal/contracts/_kernel/formats';
import { cx } from './cx';
import styles from './Money.module.css';

/** An amount as `$1,234.50` with digits of equal width, so that columns align. */
export function Money({ amount, className }: { amount: string | number | null | undefined; className?: string | undefined }) {
  return <span className={cx(styles.money, className)}>{money(amount)}</span>;
}
