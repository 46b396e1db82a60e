import { type AssignmentState, isCancelledJob, type ShiftPhase, shiftStateAt } from '@portal/contracts/_kernel/shift';
import { shiftLimits } from '@portal/contracts/shifts/shifts.rules';
import { now } from '../../platform/clock';

interface Stored {
  state: AssignmentState;
  startsAt: string;
  endsAt: string;
  jobStatus: number;
}

/** The state and the phase of a stored shift, by the API's clock. */
export const stateNow = ({ state, startsAt, endsAt, jobStatus }: Stored): { state: AssignmentState; phase: ShiftPhase } =>
  shiftStateAt({ state, startTime: startsAt, endTime: endsAt, isCancelled: isCancelledJob(jobStatus) }, now().getTime());

const before = (instant: string, ms: number) => new Date(Date.parse(instant) - ms).toISOString();

/** The earliest instants of an arrival at a shift, and of its start. */
export const arriveFrom = (startsAt: string): string => before(startsAt, shiftLimits.arriveEarly);
export const startFrom = (startsAt: string): string => before(startsAt, shiftLimits.startEarly);
