import styles from './Stepper.module.css';

const stages = ['Register', 'Privacy', 'Terms', 'Agreement', 'Code', 'Registration', 'Work profile', 'Approval'] as const;
export type Stage = (typeof stages)[number];

/** Where in the onboarding I am and what is left. */
export function Stepper({ at }: { at: Stage }) {
  const here = stages.indexOf(at);
  return (
    <nav aria-label="Onboarding" className={styles.stepper}>
      <p className={styles.text}>
        Step {here + 1} of {stages.length}: <strong>{at}</strong>
      </p>
      <ol className={styles.steps}>
        {stages.map((stage, index) => (
          <li
            key={stage}
            aria-current={index === here ? 'step' : undefined}
            className={index < here ? styles.done : index === here ? styles.here : styles.ahead}
          >
            <span className={styles.name}>{stage}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
