import type { Guard } from '@portal/contracts/_kernel/guard';
import { Link } from '@portal/mf-kit/router';
import { Icon } from '@portal/ui/Icon';
import { StepCard } from '@portal/ui/StepCard';
import { VisuallyHidden } from '@portal/ui/VisuallyHidden';
import styles from './SetupChecklist.module.css';
import { setupSteps } from './setup';

/** The steps of a new guard before the first shift. Renders nothing once all are done. */
export function SetupChecklist({ guard, hasShift }: { guard: Guard; hasShift: boolean }) {
  const steps = setupSteps(guard, hasShift);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <StepCard
      title="Get ready for your first shift"
      level={3}
      figure={<span className={styles.count}>{`${done} of ${steps.length} done`}</span>}
    >
      <ol className={styles.steps}>
        {steps.map(({ label, to, isDone }) => (
          <li key={label} className={styles.step}>
            <Icon name={isDone ? 'check' : 'chevron-right'} size={20} className={isDone ? styles.done : styles.open} />
            {isDone ? (
              <span className={styles.done}>
                <VisuallyHidden>Done: </VisuallyHidden>
                <span>{label}</span>
              </span>
            ) : (
              <Link to={to} state={{ guard }} className={styles.link}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </StepCard>
  );
}
