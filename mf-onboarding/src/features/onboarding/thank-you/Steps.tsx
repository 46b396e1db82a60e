import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { thankYouCopy } from '@portal/contracts/onboarding/onboarding.copy';
import { Link } from '@portal/mf-kit/router';
import styles from './Steps.module.css';

const { steps } = thankYouCopy;

const rows: readonly { title: string; text: string; to?: string }[] = [
  { title: steps.profileApproval, text: 'Our team checks your profile and your licence.' },
  { title: steps.addDocuments, text: 'Add anything that is missing while you wait.', to: documentsPaths.list() },
  { title: steps.getApproved, text: 'We send you a message when you are approved.' },
  { title: steps.applyJobs, text: 'Search jobs near you and apply.' },
];

/** The four stated steps. A guard with a session adds documents in My Documents (THANKYOU-13). */
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
