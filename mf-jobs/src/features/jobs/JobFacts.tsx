import { dayMonthYear, daysAfter, money } from '@portal/contracts/_kernel/formats';
import { dressCodes, jobStatusLabel, jobTypes, transports } from '@portal/contracts/jobs/jobs.rules';
import { type Job, type JobDetail, ownerName } from '@portal/contracts/jobs/jobs.shapes';
import { KeyValue } from '@portal/ui/KeyValue';
import { UtcAndLocalTime } from '@portal/ui/UtcAndLocalTime';
import { JobDay } from './JobDay';
import { committedShifts, hours, totalHours } from './jobText';

const customDates = ({ jobType, customDates: dates }: Job) =>
  jobType === 3 && dates.length > 0 ? `: ${dates.map(dayMonthYear).join(', ')}` : '';

const hoursOf = (job: Job, detail: JobDetail | null) =>
  job.commitment && job.commitment.dates.length > 1 ? totalHours(committedShifts(job, detail), job.commitment.hours) : hours(job.shiftHrs);

/** Every fact that the specification requires before a guard applies. `detail` is null until it is read. */
export function JobFacts({ job, detail }: { job: Job; detail: JobDetail | null }) {
  const items = [
    { label: 'Job date', value: <JobDay start={job.startTime} date={job.jobDate} zone={job.timeZone} /> },
    { label: 'Start time', value: <UtcAndLocalTime instant={job.startTime} zone={job.timeZone} /> },
    {
      label: 'End time',
      value: <UtcAndLocalTime instant={job.endTime} zone={job.timeZone} plusDays={daysAfter(job.startTime, job.endTime, job.timeZone)} />,
    },
    { label: 'Hourly rate', value: money(job.hourlyRate) },
    { label: 'Total hours', value: hoursOf(job, detail) },
    { label: 'Job type', value: `${jobTypes[job.jobType] ?? ''}${customDates(job)}` },
    { label: 'Speciality', value: job.speciality?.name ?? 'Any' },
    { label: 'Dress code', value: dressCodes[job.dressCode] },
    { label: 'Transport', value: transports[job.transportation] },
    { label: 'Status', value: jobStatusLabel(job.jobStatus) },
  ];
  return <KeyValue items={detail ? [{ label: 'Posted by', value: ownerName(detail.user) }, ...items] : items} />;
}
