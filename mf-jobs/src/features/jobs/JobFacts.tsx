import { dayMonthYear, daysAfter, money } from '@portal/contracts/_kernel/formats';
import { dressCodes, jobStatusLabel, jobTypes, transports } from '@portal/contracts/jobs/jobs.rules';
import { type Job, type Owner, ownerName } from '@portal/contracts/jobs/jobs.shapes';
import { KeyValue } from '@portal/ui/KeyValue';
import { UtcAndLocalTime } from '@portal/ui/UtcAndLocalTime';
import { JobDay } from './JobDay';
import { hours } from './jobWords';

const customDates = ({ jobType, customDates: dates }: Job) =>
  jobType === 3 && dates.length > 0 ? `: ${dates.map(dayMonthYear).join(', ')}` : '';

/** Everything that the documents show of a job before a guard applies. */
export function JobFacts({ job, owner }: { job: Job; owner: Owner | null }) {
  const isLong = (job.commitment?.dates.length ?? 0) > 1;
  const items = [
    { label: 'Job date', value: <JobDay start={job.startTime} date={job.jobDate} zone={job.timeZone} /> },
    { label: 'Start time', value: <UtcAndLocalTime instant={job.startTime} zone={job.timeZone} /> },
    {
      label: 'End time',
      value: <UtcAndLocalTime instant={job.endTime} zone={job.timeZone} plusDays={daysAfter(job.startTime, job.endTime, job.timeZone)} />,
    },
    { label: 'Hourly rate', value: money(job.hourlyRate) },
    { label: 'Total hours', value: isLong ? `${hours(job.commitment?.hours ?? '')}, ${hours(job.shiftHrs)} a shift` : hours(job.shiftHrs) },
    { label: 'Job type', value: `${jobTypes[job.jobType] ?? ''}${customDates(job)}` },
    { label: 'Speciality', value: job.speciality?.name ?? 'Any' },
    { label: 'Dress code', value: dressCodes[job.dressCode] },
    { label: 'Transport', value: transports[job.transportation] },
    { label: 'Status', value: jobStatusLabel(job.jobStatus) },
  ];
  return <KeyValue items={owner ? [{ label: 'Posted by', value: ownerName(owner) }, ...items] : items} />;
}
