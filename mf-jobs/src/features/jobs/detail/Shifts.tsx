import { localShortDay, localTime, siteDate, type Zone } from '@portal/contracts/_kernel/formats';
import { isOnShift, isWorkable } from '@portal/contracts/_kernel/shift';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsLabels, jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { JobDetail, Shift } from '@portal/contracts/jobs/jobs.shapes';
import { orderMessages } from '@portal/contracts/orders/orders.rules';
import { shiftLimits } from '@portal/contracts/shifts/shifts.rules';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { useNow } from '@portal/mf-kit/useNow';
import { EmptyState } from '@portal/ui/EmptyState';
import { SegmentedToggle } from '@portal/ui/SegmentedToggle';
import { useEffect, useState } from 'react';
import { useShiftFile } from '../../calendar/calendar.queries';
import { isGivenAway } from '../../covers/covers.queries';
import { RecordPart } from '../../shifts/RecordPart';
import { ShiftRow } from './ShiftRow';
import styles from './Shifts.module.css';

const OrdersModal = lazyPart(() => import(/* webpackChunkName: "orders" */ '../../orders/OrdersModal').then((file) => file.OrdersModal), {
  failed: orderMessages.notOnDevice,
});

const loadLeave = () => import(/* webpackChunkName: "apply-leave" */ '../../leave/ApplyLeaveModal').then((file) => file.ApplyLeaveModal);
const ApplyLeaveModal = lazyPart(loadLeave, { failed: 'The form could not be loaded' });

const segments = [
  { id: 'upcoming', label: jobsLabels.upcomingShifts },
  { id: 'previous', label: jobsLabels.previousShifts },
] as const;
type Which = (typeof segments)[number]['id'];

const why: Record<Which, string> = {
  upcoming: 'You have no upcoming shifts for this job.',
  previous: 'You have no past shifts for this job.',
};

/** The first row of the timeline: today's date, and whether a listed shift is today. */
function TodayLine({ at, zone, next }: { at: number; zone: Zone; next: Shift | undefined }) {
  const now = new Date(at).toISOString();
  return (
    <p className={styles.today}>
      <strong>{`Today, ${localShortDay(now, zone)}`}</strong>
      {next && (
        <span>{`No shift. Next: ${localShortDay(next.startTime, next.timeZone)}, ${localTime(next.startTime, next.timeZone)}`}</span>
      )}
    </p>
  );
}

/** The shift whose post orders are open: the alert about new ones names it in the address, until they are closed. */
function useOpenOrders() {
  const [params, setParams] = useSearchParams();
  const [pressed, setPressed] = useState<string | null>(null);
  const named = params.get('open') === 'orders' ? params.get('shiftId') : null;
  const set = (shiftId: string | null) => {
    setPressed(shiftId);
    if (shiftId !== null || named === null) return;
    params.delete('open');
    setParams(params, { replace: true });
  };
  return [pressed ?? named, set] as const;
}

/** The guard's upcoming or previous shifts of a job as a timeline. Today is first; upcoming shifts offer leave. */
export function Shifts({ job }: { job: JobDetail }) {
  const portal = usePortal();
  const now = useNow(60_000);
  const [chosen, setChosen] = useState<Which | null>(null);
  const which = chosen ?? (job.upcomingShifts.length === 0 && job.previoushifts.length > 0 ? 'previous' : 'upcoming');
  const [leaveFor, setLeaveFor] = useState<Shift | null>(null);
  // Loaded after the page, so that a guard can request leave without a connection. A failure shows when the form opens.
  useEffect(() => {
    loadLeave().catch(() => undefined);
  }, []);
  const download = useShiftFile();
  const addToCalendar = ({ shiftId, startTime, endTime, sequence, state, phase }: Shift) =>
    download({
      ...{ shiftId, startTime, endTime },
      jobTitle: job.jobTitle,
      locationName: job.locationId.locationName,
      hourlyRate: job.hourlyRate,
      sequence: sequence ?? 0,
      isCancelled: state === 'on-leave' || phase === 'over',
    });
  const [recordOf, setRecordOf] = useState<string | null>(null);
  const [ordersOf, setOrdersOf] = useOpenOrders();
  const shiftWithOrders = job.upcomingShifts.find(({ shiftId }) => shiftId === ordersOf);
  const hasOrders = ({ state, phase }: Shift) => Boolean(job.orders) && state !== null && state !== 'on-leave' && phase !== 'over';
  const work = ({ shiftId }: Shift) => {
    portal.session.rememberJob({ jobId: job.jobId, userId: job.userId, shiftId });
    portal.navigate(jobsPaths.onJob());
  };
  const isNear = ({ state, phase, startTime, endTime }: Shift) =>
    state !== null &&
    now !== null &&
    isWorkable({ state, phase, startTime, endTime }, Date.parse(startTime) - shiftLimits.arriveEarly, now);
  const isToday = ({ state, phase, shiftDate, timeZone }: Shift) =>
    isOnShift(state) || phase === 'ongoing' || (now !== null && shiftDate === siteDate(new Date(now).toISOString(), timeZone));
  // The latest previous shift is first, because the timeline starts at today.
  const listed = which === 'upcoming' ? job.upcomingShifts : [...job.previoushifts].sort((a, b) => b.startTime.localeCompare(a.startTime));
  const ofToday = listed.filter(isToday);
  const shifts = [...ofToday, ...listed.filter((shift) => !ofToday.includes(shift))];
  const next =
    which === 'upcoming' && ofToday.length === 0 ? shifts.find((shift) => shift.state !== 'on-leave' && !isGivenAway(shift)) : undefined;
  return (
    <section className={styles.shifts} aria-label="Shifts">
      <SegmentedToggle className={styles.toggle} label="Shifts to show" segments={segments} selected={which} onSelect={setChosen} />
      {shifts.length === 0 ? (
        <EmptyState icon="calendar" title={jobsMessages.noShifts} why={why[which]} />
      ) : (
        <div className={styles.timeline}>
          {now !== null && <TodayLine at={now} zone={job.timeZone} next={next} />}
          <ul className={styles.list}>
            {shifts.map((shift) => (
              <ShiftRow
                key={shift.shiftId}
                jobId={job.jobId}
                shift={shift}
                isToday={ofToday.includes(shift)}
                work={isNear(shift) ? () => work(shift) : undefined}
                openRecord={shift.state === 'ended' || isGivenAway(shift) ? () => setRecordOf(shift.shiftId) : undefined}
                openOrders={hasOrders(shift) ? () => setOrdersOf(shift.shiftId) : undefined}
                {...(which === 'upcoming' && { askLeave: setLeaveFor, ...(shift.state !== null && { addToCalendar }) })}
              />
            ))}
          </ul>
        </div>
      )}
      {recordOf && <RecordPart shiftId={recordOf} onClose={() => setRecordOf(null)} />}
      {shiftWithOrders && hasOrders(shiftWithOrders) && (
        <OrdersModal
          shift={{ jobId: job.jobId, shiftId: shiftWithOrders.shiftId, timeZone: shiftWithOrders.timeZone, orders: job.orders }}
          onClose={() => setOrdersOf(null)}
        />
      )}
      {leaveFor && <ApplyLeaveModal jobId={job.jobId} shift={leaveFor} onClose={() => setLeaveFor(null)} />}
    </section>
  );
}
