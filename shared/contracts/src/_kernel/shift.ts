/** The state of a guard's hold on one shift. */
export const assignmentStates = ['awarded', 'leave-requested', 'on-leave', 'arrived', 'running', 'on-break', 'ended', 'missed'] as const;
export type AssignmentState = (typeof assignmentStates)[number];

/** Where a shift is for the guard who holds it. */
export const shiftPhases = ['upcoming', 'ongoing', 'over'] as const;
export type ShiftPhase = (typeof shiftPhases)[number];

type Phases = readonly [beforeStart: ShiftPhase, untilEnd: ShiftPhase, fromEnd: ShiftPhase];
const bySchedule: Phases = ['upcoming', 'ongoing', 'over'];
const always = (phase: ShiftPhase): Phases => [phase, phase, phase];

/** The phases of each stored state, by the scheduled start and end. The API's queries are generated from this table. */
export const phasesByState: Readonly<Record<AssignmentState, Phases>> = {
  awarded: bySchedule,
  'leave-requested': bySchedule,
  'on-leave': ['upcoming', 'over', 'over'],
  arrived: ['ongoing', 'ongoing', 'over'],
  running: always('ongoing'),
  'on-break': always('ongoing'),
  ended: always('over'),
  missed: always('over'),
};

/** Only its guard or staff end a shift in these states: neither the schedule nor a cancelled job does. */
export const runningStates: readonly AssignmentState[] = ['running', 'on-break'];
/** A shift that is over in these states was never started. */
export const unstartedStates: readonly AssignmentState[] = ['awarded', 'arrived'];

export const isRunning = (state: AssignmentState | null | undefined): boolean => state != null && runningStates.includes(state);
/** The guard is at the site: arrived, running or on a break. */
export const isOnShift = (state: AssignmentState | null | undefined): boolean => state === 'arrived' || isRunning(state);

export interface HeldShift {
  /** As stored. */
  state: AssignmentState;
  /** ISO instants of the schedule. */
  startTime: string;
  endTime: string;
  /** The job was cancelled or rejected. */
  isCancelled: boolean;
}

/** A shift as a reply has it: the server decided `state` and `phase` when it answered. */
export interface AnsweredShift extends Omit<HeldShift, 'isCancelled'> {
  /** Missing in replies of the release before. */
  phase?: ShiftPhase | null | undefined;
}

/** Decides the state of a guard's shift by what happened on it, then by the schedule. `now` in ms. */
export function shiftStateAt(shift: HeldShift, now: number): { state: AssignmentState; phase: ShiftPhase } {
  const { state, startTime, endTime, isCancelled } = shift;
  if (isCancelled && !isRunning(state)) return { state, phase: 'over' };
  const [beforeStart, untilEnd, fromEnd] = phasesByState[state];
  const phase = now < Date.parse(startTime) ? beforeStart : now < Date.parse(endTime) ? untilEnd : fromEnd;
  return { state: phase === 'over' && unstartedStates.includes(state) ? 'missed' : state, phase };
}

/** The same on a screen. A shift that was over in its reply stays over: the shown status can hide that the job is cancelled. */
export function shownStateAt(shift: HeldShift | AnsweredShift, now: number): { state: AssignmentState; phase: ShiftPhase } {
  if ('isCancelled' in shift) return shiftStateAt(shift, now);
  return shift.phase === 'over' ? { state: shift.state, phase: 'over' } : shiftStateAt({ ...shift, isCancelled: false }, now);
}

/** The guard works the shift, or can record an arrival, which the server accepts from `arriveFrom` on. Instants in ms. */
export function isWorkable(shift: HeldShift | AnsweredShift, arriveFrom: number, now: number): boolean {
  const { state, phase } = shownStateAt(shift, now);
  return phase !== 'over' && (isOnShift(state) || (state === 'awarded' && now >= arriveFrom));
}

/** Stored statuses of a job that will not take place. */
export const cancelledJobs: readonly number[] = [2, 3];
export const isCancelledJob = (storedStatus: number): boolean => cancelledJobs.includes(storedStatus);

/** The status code of a job for a guard, from its stored status and the guard's own shifts of it. */
export function jobStatusFor(storedStatus: number, own: readonly { state: AssignmentState; phase: ShiftPhase }[]): number {
  const has = (phase: ShiftPhase) => own.some((shift) => shift.phase === phase);
  if (own.some(({ state }) => isRunning(state))) return 4;
  if (storedStatus !== 1 || own.length === 0) return storedStatus;
  if (has('ongoing') || (has('upcoming') && has('over'))) return 4;
  return has('upcoming') ? 6 : 7;
}
