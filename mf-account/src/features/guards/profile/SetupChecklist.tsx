import type { Guard } from '@portal/contracts/_kernel/guard';
import { Link } from '@portal/mf-kit/router';
import { Icon } from '@portal/ui/Icon';
import { VisuallyHidden } from '@portal/ui/VisuallyHidden';
import styles from './SetupChecklist.module.css';
import { setupSteps } from './setup';

/** The steps of a new guard before the first shift. Renders nothing once all are done. */
export function SetupChecklist({ guard, hasShift }: { guard: Guard; hasShift: boolean }) {
  const steps = setupSteps(guard, hasShift);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section className={styles.card} aria-labelledby="setup">
      <div className={styles.head}>
        <h3 id="setup" className={styles.title}>
          Get ready for your first shift
        </h3>
        <span className={styles.count}>{`${done} of ${steps.length} done`}</span>
      </div>
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
    </section>
  );
}
