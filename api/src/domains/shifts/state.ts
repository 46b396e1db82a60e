import { type AssignmentState, isCancelledJob, type ShiftPhase, shiftStateAt } from '@portal/contracts/_kernel/shift';
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
