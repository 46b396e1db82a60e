import { money } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { Place } from '@portal/contracts/jobs/jobs.shapes';
import { Link } from '@portal/mf-kit/router';
import { CommitmentPart } from '../CommitmentPart';
import styles from './JobsMap.module.css';

const SHOWN = 20;

/** The jobs of the pressed mark, as links. */
export function SelectedJobs({ places, from }: { places: readonly Place[]; from: string }) {
  return (
    <div role="status" className={styles.chosen}>
      {places.length > 0 && (
        <>
          <ul>
            {places.slice(0, SHOWN).map(({ jobId, userId, shiftId, jobTitle, hourlyRate, commitment, locationName }) => (
              <li key={jobId}>
                <Link to={jobsPaths.jobPage({ jobId, userId, shiftId })} state={{ from }}>
                  {jobTitle}
                </Link>
                <span className={styles.what}>
                  {money(hourlyRate)} / hour · {locationName}
                </span>
                <CommitmentPart commitment={commitment} />
              </li>
            ))}
          </ul>
          {places.length > SHOWN && <p className={styles.what}>and {places.length - SHOWN} more here</p>}
        </>
      )}
    </div>
  );
}
