export const assignmentStates = ['awarded', 'leave-requested', 'on-leave', 'arrived', 'running', 'on-break', 'ended', 'missed'] as const;
export type AssignmentState = (typeof assignmentStates)[number];

/** The phases of an assigned shift in time. */
export const shiftPhases = ['upcoming', 'ongoing', 'over'] as const;
export type ShiftPhase = (typeof shiftPhases)[number];

type Phases = readonly [beforeStart: ShiftPhase, untilEnd: ShiftPhase, fromEnd: ShiftPhase];
const bySchedule: Phases = ['upcoming', 'ongoing', 'over'];
const always = (phase: ShiftPhase): Phases => [phase, phase, phase];

/** The phases of each stored state, by the scheduled start and end. The API generates its queries from this table. */
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

/** In these states only the guard or staff can end the shift. The schedule and a cancelled job do not end it. */
export const runningStates: readonly AssignmentState[] = ['running', 'on-break'];
/** A shift in one of these states whose time is over was never started. */
export const unstartedStates: readonly AssignmentState[] = ['awarded', 'arrived'];

export const isRunning = (state: AssignmentState | null | undefined): boolean => state != null && runningStates.includes(state);
/** Whether the guard is at the site: arrived, working or on a break. */
export const isOnShift = (state: AssignmentState | null | undefined): boolean => state === 'arrived' || isRunning(state);

export interface AssignedShift {
  state: AssignmentState;
  /** The scheduled start and end, ISO instants. */
  startTime: string;
  endTime: string;
  isCancelled: boolean;
}

/** A shift in a reply. The server decided `state` and `phase` when it replied. */
export interface ShiftInReply extends Omit<AssignedShift, 'isCancelled'> {
  /** Missing in replies of the previous release. */
  phase?: ShiftPhase | null | undefined;
}

/** The state of a guard's shift: the recorded events decide first, then the schedule. `now` in ms. */
export function shiftStateAt(shift: AssignedShift, now: number): { state: AssignmentState; phase: ShiftPhase } {
  const { state, startTime, endTime, isCancelled } = shift;
  if (isCancelled && !isRunning(state)) return { state, phase: 'over' };
  const [beforeStart, untilEnd, fromEnd] = phasesByState[state];
  const phase = now < Date.parse(startTime) ? beforeStart : now < Date.parse(endTime) ? untilEnd : fromEnd;
  return { state: phase === 'over' && unstartedStates.includes(state) ? 'missed' : state, phase };
}

/** The same for a screen. A shift that was over in its reply stays over, because its shown status can hide a cancellation. */
export function shownStateAt(shift: AssignedShift | ShiftInReply, now: number): { state: AssignmentState; phase: ShiftPhase } {
  if ('isCancelled' in shift) return shiftStateAt(shift, now);
  return shift.phase === 'over' ? { state: shift.state, phase: 'over' } : shiftStateAt({ ...shift, isCancelled: false }, now);
}

/** Whether the guard works the shift or can record an arrival. The server accepts an arrival from `arriveFrom` on. Instants in ms. */
export function isWorkable(shift: AssignedShift | ShiftInReply, arriveFrom: number, now: number): boolean {
  const { state, phase } = shownStateAt(shift, now);
  return phase !== 'over' && (isOnShift(state) || (state === 'awarded' && now >= arriveFrom));
}

/** The stored statuses of a job that will not take place. */
export const cancelledJobs: readonly number[] = [2, 3];
export const isCancelledJob = (storedStatus: number): boolean => cancelledJobs.includes(storedStatus);

/** The status code of a job for a guard, from its stored status and the guard's own shifts. */
export function jobStatusFor(storedStatus: number, own: readonly { state: AssignmentState; phase: ShiftPhase }[]): number {
  const has = (phase: ShiftPhase) => own.some((shift) => shift.phase === phase);
  if (own.some(({ state }) => isRunning(state))) return 4;
  if (storedStatus !== 1 || own.length === 0) return storedStatus;
  if (has('ongoing') || (has('upcoming') && has('over'))) return 4;
  return has('upcoming') ? 6 : 7;
}
