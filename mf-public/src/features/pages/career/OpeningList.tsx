import { careerCopy } from '@portal/contracts/career/career.copy';
import type { Opening } from '@portal/contracts/career/career.rules';
import styles from './OpeningList.module.css';

function OpeningCard({ title, place, hours, description }: Opening) {
  return (
    <li className={styles.opening}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.facts}>
        {place} · {hours}
      </p>
      <p className={styles.text}>{description}</p>
      <a href="#apply-now" className={styles.apply} aria-label={`Apply for this job: ${title}`}>
        Apply for this job
      </a>
    </li>
  );
}

/** The current openings (PUBLIC-CAREER-02). */
export function OpeningList({ openings }: { openings: readonly Opening[] }) {
  if (openings.length === 0)
    return (
      <div className={styles.none}>
        <p className={styles.title}>{careerCopy.noOpenings}</p>
        <p className={styles.text}>You can still apply. We will keep your application on file.</p>
      </div>
    );
  return (
    <ul className={styles.list}>
      {openings.map((opening) => (
        <OpeningCard key={`${opening.title}, ${opening.place}`} {...opening} />
      ))}
    </ul>
  );
}
