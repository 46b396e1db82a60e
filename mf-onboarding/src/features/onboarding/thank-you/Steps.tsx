import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { thankYouCopy } from '@portal/contracts/onboarding/onboarding.copy';
import { Link } from '@portal/mf-kit/router';
import styles from './Steps.module.css';

const { steps } = thankYouCopy;

const rows: readonly { title: string; text: string; to?: string }[] = [
  { title: steps.profileApproval, text: 'Our team reads your profile and your licence.' },
  { title: steps.addDocuments, text: 'Anything missing can be added while you wait.', to: documentsPaths.add() },
  { title: steps.getApproved, text: 'You get a message the moment that you are approved.' },
  { title: steps.applyJobs, text: 'Search jobs near you and apply.' },
];

/** The four stated steps; documents can be added by a guard who has a session (THANKYOU-13). */
export function Steps({ hasSession }: { hasSession: boolean }) {
  return (
    <ol className={styles.steps}>
      {rows.map(({ title, text, to }, index) => (
        <li key={title} className={styles.step}>
          <span className={styles.number}>{String(index + 1).padStart(2, '0')}</span>
          <h2 className={styles.title}>{to && hasSession ? <Link to={to}>{title}</Link> : title}</h2>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
