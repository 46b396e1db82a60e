import { copy } from '@portal/contracts/_kernel/copy';
import { localDay, localMonth, localShortDay } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { historyFilters, jobStatusLabel, jobsLabels } from '@portal/contracts/jobs/jobs.rules';
import type { HistoryJob } from '@portal/contracts/jobs/jobs.shapes';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PressContext } from '@portal/mf-kit/remote';
import { Link, useLocation, useSearchParams } from '@portal/mf-kit/router';
import type { PressedLink } from '@portal/mf-kit/routes';
import { useSession } from '@portal/mf-kit/useSession';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { cardLink } from '@portal/ui/Card';
import { type Column, DataTable } from '@portal/ui/DataTable';
import { Money } from '@portal/ui/Money';
import { PageHeader } from '@portal/ui/PageHeader';
import { Select } from '@portal/ui/Select';
import { StatusChip } from '@portal/ui/StatusChip';
import { useState } from 'react';
import { RecordModal } from '../../shifts/RecordModal';
import { type JobHistoryState, toRememberedJob } from '../jobRef';
import { readJobHistoryEarly, useJobHistory } from '../jobs.queries';
import { statusTone } from '../jobText';
import list from '../list.module.css';
import styles from './HistoryScreen.module.css';

const [all, ...byStatus] = historyFilters;
const options = byStatus.map(({ label, status }) => ({ value: String(status), label }));

type Records = NonNullable<HistoryJob['endedShifts']>;
const OVER = [5, 7];
/** The shifts that have a record, the latest first. The previous API names only one shift of the job. */
const recordsOf = ({ endedShifts, jobStatus, shiftId, startTime }: HistoryJob): Records =>
  endedShifts ?? (OVER.includes(jobStatus) ? [{ shiftId, startTime }] : []);

/** The month of the job's start at the site, because the server sorts by that start. */
const monthOf = ({ startTime, timeZone }: HistoryJob) => localMonth(startTime, timeZone);

interface RowActs {
  /** Returns the address of the job's detail. */
  detailOf(job: HistoryJob): string;
  /** The address of this list, to which the detail links back. */
  from: string;
  openRecords(job: HistoryJob): void;
}

const columns = ({ detailOf, from, openRecords }: RowActs): Column<HistoryJob>[] => [
  {
    key: 'date',
    header: 'Date',
    className: styles.date,
    render: ({ startTime, timeZone }) => <time dateTime={startTime}>{localShortDay(startTime, timeZone)}</time>,
  },
  {
    key: 'title',
    header: jobsLabels.jobTitle,
    isRowHeader: true,
    className: styles.title,
    render: (job) => (
      <Link to={detailOf(job)} state={{ job, from } satisfies JobHistoryState} className={cardLink}>
        {job.jobTitle}
      </Link>
    ),
  },
  { key: 'place', header: jobsLabels.location, className: styles.place, render: ({ locationId }) => locationId.locationName },
  {
    key: 'earning',
    header: jobsLabels.totalEarning,
    align: 'end',
    className: styles.earning,
    render: ({ totalEarning }) => <Money amount={totalEarning[0]?.credit} />,
  },
  {
    key: 'rate',
    header: jobsLabels.rate,
    align: 'end',
    className: styles.rate,
    render: ({ hourlyRate }) => <Money amount={hourlyRate} />,
  },
  {
    key: 'speciality',
    header: jobsLabels.speciality,
    className: styles.speciality,
    render: ({ speciality }) => speciality?.name ?? '',
  },
  {
    key: 'status',
    header: jobsLabels.status,
    className: styles.status,
    render: ({ jobStatus }) => <StatusChip tone={statusTone(jobStatus)}>{jobStatusLabel(jobStatus)}</StatusChip>,
  },
  {
    key: 'record',
    header: onJobLabels.record,
    className: styles.record,
    render: (job) =>
      recordsOf(job).length > 0 && (
        <Button variant="secondary" small aria-label={`${onJobLabels.record}: ${job.jobTitle}`} onClick={() => openRecords(job)}>
          {onJobLabels.record}
        </Button>
      ),
  },
];

/** The record of the job's latest ended shift, and a choice if there are several. */
function Records({ job, onClose }: { job: HistoryJob; onClose(): void }) {
  const records = recordsOf(job);
  const [shiftId, setShiftId] = useState(records[0]?.shiftId ?? job.shiftId);
  const days = records.map((one) => ({ value: one.shiftId, label: localDay(one.startTime, job.timeZone) }));
  return (
    <RecordModal shiftId={shiftId} onClose={onClose}>
      {days.length > 1 && <Select label="Shift" options={days} value={shiftId} onChange={(event) => setShiftId(event.target.value)} />}
    </RecordModal>
  );
}

const filterIn = (params: URLSearchParams) => byStatus.find(({ status }) => String(status) === params.get('status')) ?? all;

export function HistoryScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const guardId = useSession()?.guardId;
  const { pathname, search } = useLocation();
  const page = pageInUrl(params);
  const [recordsFor, setRecordsFor] = useState<HistoryJob | null>(null);
  const filter = filterIn(params);
  const linkTo = (status: string | number | undefined, to = 1) => jobsPaths.history({ status: status || undefined, page: pageForUrl(to) });
  const choose = (status: string) => portal.navigate(linkTo(status), { replace: true });
  const rowActs: RowActs = {
    detailOf: (job) => jobsPaths.jobDetail({ guardId, ...toRememberedJob(job) }),
    from: pathname + search,
    openRecords: setRecordsFor,
  };

  return (
    <div className={list.screen}>
      <PageHeader title="Job History" className={list.header} />
      <Select
        label="Show"
        className={list.filter}
        placeholder={all.label}
        options={options}
        value={String(filter.status ?? '')}
        onChange={(event) => choose(event.target.value)}
      />
      <PagedList
        query={useJobHistory({ page, status: filter.status })}
        page={page}
        linkTo={(to) => linkTo(filter.status, to)}
        counted={['job', 'jobs']}
        failed="Your job history could not be loaded"
        loading={{ shape: 'rows', count: 5, label: 'Loading your job history' }}
        empty={{
          icon: 'history',
          title: copy.noDataFound,
          why: 'Jobs that you are awarded appear here.',
          action: <ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>,
        }}
        noMatch={
          filter !== all && {
            icon: 'history',
            title: copy.noDataFound,
            why: `None of your jobs is ${filter.label.toLowerCase()}.`,
            action: <Button onClick={() => choose('')}>{all.label}</Button>,
          }
        }
      >
        {(jobs) => (
          <DataTable
            caption="Job history"
            columns={columns(rowActs)}
            rows={jobs}
            rowKey={({ jobId }) => jobId}
            groupOf={monthOf}
            className={styles.table}
          />
        )}
      </PagedList>
      {recordsFor && <Records job={recordsFor} onClose={() => setRecordsFor(null)} />}
    </div>
  );
}
HistoryScreen.startReads = ({ search }: PressedLink, by: PressContext): void =>
  readJobHistoryEarly({ page: pageInUrl(search), status: filterIn(search).status }, by);
