import { type FitCheck as Check, fitLine, fitMessages } from '@portal/contracts/jobs/jobs.fit';
import { Card } from '@portal/ui/Card';
import { cx } from '@portal/ui/cx';
import { Icon, type IconName } from '@portal/ui/Icon';
import { VisuallyHidden } from '@portal/ui/VisuallyHidden';
import styles from './Estimate.module.css';

const order = { care: 0, unknown: 1, good: 2 };
const appearances: Readonly<Record<Check['verdict'], { icon: IconName; hiddenLabel: string }>> = {
  care: { icon: 'alert', hiddenLabel: 'Think about it: ' },
  unknown: { icon: 'info', hiddenLabel: 'Not known: ' },
  good: { icon: 'check', hiddenLabel: 'Fits: ' },
};

/** Compares the guard with the job's requirements, concerns first. It is advice and blocks nothing. */
export function FitCheck({ checks }: { checks: readonly Check[] }) {
  const concernCount = checks.filter(({ verdict }) => verdict === 'care').length;
  const sorted = [...checks].sort((one, other) => order[one.verdict] - order[other.verdict]);
  return (
    <Card as="section" aria-label={fitMessages.title} className={styles.card}>
      <h2 className={styles.title}>{fitMessages.title}</h2>
      <p className={cx(styles.verdict, concernCount > 0 && styles.doubt)}>
        {concernCount > 0 ? fitMessages.care(concernCount) : fitMessages.fits}
      </p>
      <ul className={styles.checks}>
        {sorted.map((check) => (
          <li key={check.kind} className={styles[check.verdict]}>
            <Icon name={appearances[check.verdict].icon} size={20} />
            <span>
              <VisuallyHidden>{appearances[check.verdict].hiddenLabel}</VisuallyHidden>
              {fitLine(check)}
            </span>
          </li>
        ))}
      </ul>
      {concernCount > 0 && <p className={styles.note}>{fitMessages.advice}</p>}
    </Card>
  );
}
