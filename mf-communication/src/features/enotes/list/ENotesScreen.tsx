import type { ENoteJob } from '@portal/contracts/enotes/enotes.endpoints';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import type { PressContext } from '@portal/mf-kit/remote';
import { useSearchParams } from '@portal/mf-kit/router';
import type { PressedLink } from '@portal/mf-kit/routes';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { PageHeader } from '@portal/ui/PageHeader';
import { Status } from '@portal/ui/Status';
import { useMedia } from '@portal/ui/useMedia';
import { useState } from 'react';
import { readENoteJobsEarly, useENoteJobs, useENotes, useLaterENoteJobs } from '../enotes.queries';
import styles from './ENotesScreen.module.css';
import { JobItem } from './JobItem';
import { JobSummary, type ShownPlace } from './JobSummary';
import { NoteItem } from './NoteItem';
import { UnsentNotes } from './UnsentNotes';

/** The page of the jobs, the chosen job and the page of its notes, from the address. */
function useUrlState() {
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const notesPage = pageInUrl(new URLSearchParams({ page: params.get('notes') ?? '' }));
  return { page, notesPage, wanted: params.get('jobId') };
}

interface NotesProps {
  job: ENoteJob;
  page: number;
  linkTo(page: number): string;
  onPlace(place: ShownPlace): void;
}

function Notes({ job, page, linkTo, onPlace }: NotesProps) {
  return (
    <section className={styles.right} aria-label={`Notes of ${job.jobTitle}`}>
      <UnsentNotes jobId={job.jobId} />
      <PagedList
        query={useENotes(job.jobId, page)}
        page={page}
        linkTo={linkTo}
        counted={['note', 'notes']}
        failed="The notes of this job could not be loaded"
        loading={{ shape: 'card', count: 3, label: 'Loading the notes' }}
        empty={{ icon: 'note', title: enoteMessages.none, why: 'Notes that you and your colleagues write for this job appear here.' }}
      >
        {(notes) => (
          <ul className={styles.notes}>
            {notes.map((note) => (
              <NoteItem key={note.id} note={note} zone={job.timeZone} onPlace={onPlace} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

/** An empty clipboard (ENOTES-11). */
const EmptyIllustration = () => (
  <svg viewBox="0 0 120 120" role="img" aria-label="No data" className={styles.noData}>
    <rect x="26" y="20" width="68" height="86" rx="8" />
    <rect x="44" y="12" width="32" height="16" rx="6" />
    <path d="M40 50h40M40 66h40M40 82h24" strokeDasharray="3 6" />
  </svg>
);

export function ENotesScreen() {
  const { page, notesPage, wanted: wantedId } = useUrlState();
  const query = useENoteJobs(page);
  const { docs } = query.data;
  const isElsewhere = wantedId !== null && query.hasData && !query.isPrevious && !docs.some(({ jobId }) => jobId === wantedId);
  const later = useLaterENoteJobs(isElsewhere ? query.data.total : 0);
  const jobInUrl = [...docs, ...later.jobs].find(({ jobId }) => jobId === wantedId);
  const job = jobInUrl ?? (isElsewhere ? null : (docs[0] ?? null));
  const isWide = useMedia('(width >= 64em)');
  const [shown, setShown] = useState<(ShownPlace & { jobId: string }) | null>(null);
  const linkTo = (to: number) => enotesPaths.list({ page: pageForUrl(to) });
  const jobLink = (jobId: string, notes = 1) => enotesPaths.list({ page: pageForUrl(page), jobId, notes: pageForUrl(notes) });
  const isChosen = job !== null && job.jobId === wantedId;

  return (
    <div className={styles.screen} data-chosen={isChosen || undefined}>
      <PageHeader
        title="eNotes"
        className={styles.header}
        actions={docs.length > 0 && <ButtonLink href={enotesPaths.write({ jobId: job?.jobId })}>Write an e-note</ButtonLink>}
      />
      <section className={styles.left} aria-label="Your jobs">
        <PagedList
          query={query}
          page={page}
          linkTo={linkTo}
          counted={['job', 'jobs']}
          failed="Your jobs could not be loaded"
          loading={{ shape: 'card', count: 3, label: 'Loading your jobs' }}
          empty={{
            picture: <EmptyIllustration />,
            title: 'No jobs yet',
            why: 'Once a job is awarded to you, its notes appear here.',
            action: <ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>,
          }}
        >
          {(jobs) => (
            <ul className={styles.jobs}>
              {jobs.map((one) => (
                <JobItem key={one.jobId} job={one} to={jobLink(one.jobId)} isChosen={one === job} />
              ))}
            </ul>
          )}
        </PagedList>
      </section>
      <Status>
        {isElsewhere && !job && (later.isReading ? 'Looking for the job…' : 'This job is not in your list. Please choose a job.')}
      </Status>
      {job && (isChosen || isWide) && (
        <>
          <div className={styles.centre}>
            {isChosen && (
              <ButtonLink variant="quiet" small href={linkTo(page)} className={styles.toJobs}>
                All jobs
              </ButtonLink>
            )}
            <JobSummary job={job} shown={shown?.jobId === job.jobId ? shown : null} onClear={() => setShown(null)} />
          </div>
          <Notes
            key={job.jobId}
            job={job}
            page={isChosen ? notesPage : 1}
            linkTo={(to) => jobLink(job.jobId, to)}
            onPlace={(place) => setShown({ ...place, jobId: job.jobId })}
          />
        </>
      )}
    </div>
  );
}
ENotesScreen.startReads = ({ search }: PressedLink, by: PressContext): void => readENoteJobsEarly(pageInUrl(search), by);
