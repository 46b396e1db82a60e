import { call } from '@portal/api-client/call';
import { shiftStateAt } from '@portal/contracts/_kernel/shift';
import { enoteJobs, listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { enoteLimits } from '@portal/contracts/enotes/enotes.rules';
import { handoversOfShift } from '@portal/contracts/handovers/handovers.endpoints';
import { ordersOfShift } from '@portal/contracts/orders/orders.endpoints';
import { breakReasons, currentShift, endJobReasons } from '@portal/contracts/shifts/shifts.endpoints';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';

/** These replies are not shown: a cached one would only start the notice of its age. */
const FRESH = { skipCached: true };

/** A shift is near from 12 hours before its start: a guard may leave home, and coverage, hours before. */
const NEAR_MS = 12 * 3_600_000;

const isNear = (shift: WorkedShift, now: number) =>
  shiftStateAt(shift, now).phase !== 'over' && Date.parse(shift.startTime) - now < NEAR_MS;

/** Returns the current or near shift, or null. Its reply is stored on the device (`keptOnDevice`). */
export async function readNearShift(): Promise<WorkedShift | null> {
  const { data } = await call(currentShift, { shiftId: undefined }, FRESH);
  return data.shift && isNear(data.shift, Date.parse(data.now)) ? data.shift : null;
}

/** The versions of post orders that this page has read, by shift: with pictures they are large. */
const ordersRead = new Map<string, number>();

async function readOrders(shiftId: string, version: number | undefined): Promise<void> {
  if (version === undefined || ordersRead.get(shiftId) === version) return;
  await call(ordersOfShift, { shiftId }, FRESH);
  ordersRead.set(shiftId, version);
}

/** The newest notes that this page has read, by shift: with recordings they are large. */
const handoversRead = new Map<string, string>();

async function readHandovers(shiftId: string, newest: string | null | undefined): Promise<void> {
  if (!newest || handoversRead.get(shiftId) === newest) return;
  await call(handoversOfShift, { shiftId }, FRESH);
  handoversRead.set(shiftId, newest);
}

/** A logout has deleted the replies from the device. */
export function forgetShiftReads(): void {
  ordersRead.clear();
  handoversRead.clear();
}

/** Requests the data of On Job and the e-notes for a shift, so that the replies are on the device. */
export async function readForShift({ jobId, shiftId, orders, handover }: WorkedShift): Promise<void> {
  await Promise.all([
    call(breakReasons, {}, FRESH),
    call(endJobReasons, {}, FRESH),
    call(enoteJobs, { pageNumber: 1 }, FRESH),
    readOrders(shiftId, orders?.version),
    readHandovers(shiftId, handover?.newest),
    call(listEnotes, { jobId, limit: enoteLimits.page, page: 1 }, FRESH),
  ]);
}
