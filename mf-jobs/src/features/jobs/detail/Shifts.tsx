import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsLabels, jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { JobDetail, Shift } from '@portal/contracts/jobs/jobs.shapes';
import { shiftLimits } from '@portal/contracts/shifts/shifts.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { EmptyState } from '@portal/ui/EmptyState';
import { SegmentedToggle } from '@portal/ui/SegmentedToggle';
import { useState } from 'react';
import { useShiftFile } from '../../calendar/calendar.queries';
import { ApplyLeaveModal } from '../../leave/ApplyLeaveModal';
import { RecordModal } from '../../shifts/RecordModal';
import { isWorked } from '../../shifts/shifts.queries';
import { ShiftRow } from './ShiftRow';
import styles from './Shifts.module.css';

const segments = [
  { id: 'upcoming', label: jobsLabels.upcomingShifts },
  { id: 'previous', label: jobsLabels.previousShifts },
] as const;
const CANCELLED = 3;
type Which = (typeof segments)[number]['id'];

const why: Record<Which, string> = {
  upcoming: 'No shift of this job lies ahead of you.',
  previous: 'No shift of this job has begun.',
};

/** The guard's shifts of a job, upcoming or previous, and leave for those that lie ahead. */
export function Shifts({ job }: { job: JobDetail }) {
  const portal = usePortal();
  const [which, setWhich] = useState<Which>('upcoming');
  const [leaveFor, setLeaveFor] = useState<Shift | null>(null);
  const download = useShiftFile();
  const addToCalendar = ({ shiftId, startTime, endTime, sequence, state }: Shift) =>
    download({
      ...{ shiftId, startTime, endTime },
      jobTitle: job.jobTitle,
      locationName: job.locationId.locationName,
      hourlyRate: job.hourlyRate,
      sequence: sequence ?? 0,
      isCancelled: state === 'on-leave' || job.jobStatus === CANCELLED,
    });
  const [recordOf, setRecordOf] = useState<string | null>(null);
  const work = ({ shiftId }: Shift) => {
    portal.session.rememberJob({ jobId: job.jobId, userId: job.userId, shiftId });
    portal.navigate(jobsPaths.onJob());
  };
  const isNear = ({ state, startTime }: Shift) =>
    isWorked({ state: state ?? 'missed' }) ||
    (state === 'awarded' && Date.parse(startTime) - portal.now().getTime() < shiftLimits.arriveEarly);
  const shifts = which === 'upcoming' ? job.upcomingShifts : job.previoushifts;
  return (
    <section className={styles.shifts} aria-label="Shifts">
      <SegmentedToggle className={styles.toggle} label="Which shifts" segments={segments} selected={which} onSelect={setWhich} />
      {shifts.length === 0 ? (
        <EmptyState icon="calendar" title={jobsMessages.noShifts} why={why[which]} />
      ) : (
        <ul className={styles.list}>
          {shifts.map((shift) => (
            <ShiftRow
              key={shift.shiftId}
              shift={shift}
              work={isNear(shift) ? () => work(shift) : undefined}
              openRecord={shift.state === 'ended' ? () => setRecordOf(shift.shiftId) : undefined}
              {...(which === 'upcoming' && { askLeave: setLeaveFor, ...(shift.state !== null && { addToCalendar }) })}
            />
          ))}
        </ul>
      )}
      {recordOf && <RecordModal shiftId={recordOf} onClose={() => setRecordOf(null)} />}
      {leaveFor && <ApplyLeaveModal jobId={job.jobId} shift={leaveFor} onClose={() => setLeaveFor(null)} />}
    </section>
  );
}
