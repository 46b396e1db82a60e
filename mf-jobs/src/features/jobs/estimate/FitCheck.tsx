import { type FitCheck as Check, fitLine, fitMessages } from '@portal/contracts/jobs/jobs.fit';
import { Card } from '@portal/ui/Card';
import { cx } from '@portal/ui/cx';
import { Icon, type IconName } from '@portal/ui/Icon';
import { VisuallyHidden } from '@portal/ui/VisuallyHidden';
import styles from '../worth/Worth.module.css';

const order = { care: 0, unknown: 1, good: 2 };
const looks: Readonly<Record<Check['verdict'], { icon: IconName; said: string }>> = {
  care: { icon: 'alert', said: 'Think about it: ' },
  unknown: { icon: 'info', said: 'Not known: ' },
  good: { icon: 'check', said: 'Fits: ' },
};

/** What a guard should know before applying, the doubts first. Advice, not a wall. */
export function FitCheck({ checks }: { checks: readonly Check[] }) {
  const doubts = checks.filter(({ verdict }) => verdict === 'care').length;
  const sorted = [...checks].sort((one, other) => order[one.verdict] - order[other.verdict]);
  return (
    <Card as="section" aria-label={fitMessages.title} className={styles.card}>
      <h2 className={styles.title}>{fitMessages.title}</h2>
      <p className={cx(styles.verdict, doubts > 0 && styles.doubt)}>{doubts > 0 ? fitMessages.care(doubts) : fitMessages.fits}</p>
      <ul className={styles.checks}>
        {sorted.map((check) => (
          <li key={check.kind} className={styles[check.verdict]}>
            <Icon name={looks[check.verdict].icon} size={20} />
            <span>
              <VisuallyHidden>{looks[check.verdict].said}</VisuallyHidden>
              {fitLine(check)}
            </span>
          </li>
        ))}
      </ul>
      {doubts > 0 && <p className={styles.note}>{fitMessages.advice}</p>}
    </Card>
  );
}
