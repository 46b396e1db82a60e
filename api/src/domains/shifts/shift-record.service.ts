import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { fail } from '../../platform/http/errors';
import { breaksOf } from './breaks.repository';
import { isFar } from './event-time';
import { everWorkedRow } from './lost-shift.repository';
import * as sos from './sos.service';
import { arriveFrom, startFrom } from './state';
import * as working from './work-shift.repository';

/** If only one timestamp was recorded, it is used as both event time and receipt time. */
const times = (at: string, receivedAt: string | null, withinMs: number | null) => ({ at, receivedAt: receivedAt ?? at, withinMs });

function toWorkedShift(
  row: working.WorkedRow,
): Omit<WorkedShift, 'breaks' | 'sos' | 'enotes' | 'orders' | 'handover' | 'cover' | 'welfare'> {
  const { assignmentId: _assignmentId, sitePhone, arrivedAt, arrivedReceivedAt, lat, long, accuracy, distance, ...begun } = row;
  const { startedAt, startedReceivedAt, endedAt, endedReceivedAt, byStaff, endReasonId, shiftEndComment, rating, ...rest } = begun;
  const { arrivedWithinMs, startedWithinMs, endedWithinMs, ...shift } = rest;
  return {
    ...shift,
    phones: { site: sitePhone, dispatch: currentServices().env.dispatchPhone },
    arriveFrom: arriveFrom(shift.startTime),
    startFrom: startFrom(shift.startTime),
    arrival: arrivedAt && {
      ...times(arrivedAt, arrivedReceivedAt, arrivedWithinMs),
      lat,
      long,
      accuracy,
      distance,
      isFar: isFar(distance, accuracy),
    },
    started: startedAt && times(startedAt, startedReceivedAt, startedWithinMs),
    ended: endedAt && { ...times(endedAt, endedReceivedAt, endedWithinMs), byStaff, endReasonId, shiftEndComment, rating },
  } as Omit<WorkedShift, 'breaks' | 'sos' | 'enotes' | 'orders' | 'handover' | 'cover' | 'welfare'>;
}

/**
 * One of the guard's own shifts with its full record, also of a shift that they lost: without the e-notes of its other guards. 404 for another guard's.
 */
export async function record(guardId: string, shiftId: string): Promise<WorkedShift> {
  const row = (await everWorkedRow(guardId, shiftId, nowText())) ?? fail(404, shiftMessages.notYours);
  const [breaks, alerts, enotes, orders, handover, cover, welfare] = await Promise.all([
    breaksOf(row.assignmentId),
    sos.sosOfAssignment(row.assignmentId),
    currentServices().hooks.notesOfShift(shiftId, row.lostAt ? guardId : null),
    currentServices().hooks.ordersOnShift(guardId, row.jobId, row.assignmentId),
    currentServices().hooks.handoverOnShift(guardId, row.assignmentId),
    currentServices().hooks.coverOnShift(guardId, shiftId),
    currentServices().hooks.welfareOnShift(row.jobId, row.assignmentId),
  ]);
  return { ...toWorkedShift(row), breaks, sos: alerts, enotes, orders, handover, cover, welfare };
}

/** The shift for /onJob: the requested one, else the running or next one. */
export async function current(guardId: string, asked: string | undefined): Promise<Output<typeof currentShift>> {
  const now = nowText();
  const shiftId = await working.currentShiftId(guardId, asked ?? null, now);
  const [shift, lastEnded] = await Promise.all([shiftId && record(guardId, shiftId), working.lastEnded(guardId, now)]);
  return { now, shift: shift || null, lastEnded };
}
