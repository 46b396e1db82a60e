import { figures } from '@portal/contracts/shifts/shifts.figures';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useWaiting';

/** What an act on a shift carries; each endpoint has some of it. */
export interface ActInput {
  at?: string;
  lat?: number;
  long?: number;
  accuracy?: number;
  breakReasonId?: string;
  description?: string;
}
type Act = { key: string; what: string; at: string; input: ActInput };

const BREAK_WORDS = 'Break: ';
/** How a break is named in the outbox. Its reason is read from there again while it waits. */
export const breakWords = (reason: string): string => BREAK_WORDS + reason;
const reasonIn = (what: string) => what.replace(BREAK_WORDS, '');

const times = (at: string) => ({ at, receivedAt: at });

const arrivalOf = ({ at, input }: Act) => ({
  ...times(at),
  lat: input.lat ?? null,
  long: input.long ?? null,
  accuracy: input.accuracy ?? null,
  distance: null,
  isFar: false,
});

function takeBreak(shift: WorkedShift, { key, what, at, input }: Act): WorkedShift {
  const reason = { id: input.breakReasonId ?? '', name: reasonIn(what) };
  const taken = { breakId: key, reason, description: input.description ?? '', ...times(at), endedAt: null };
  return { ...shift, state: 'on-break', breaks: [...shift.breaks, taken] };
}

function end(shift: WorkedShift, { at }: Act): WorkedShift {
  const ended = { ...times(at), byStaff: false, endReasonId: null, shiftEndComment: '', rating: 0 };
  return { ...shift, state: 'ended', ended, earning: figures(shift, Date.parse(at))?.totalEarning ?? shift.earning };
}

const isRunning = ({ state }: WorkedShift) => state === 'running' || state === 'on-break';

/** What each act makes of a shift, as the server would; an act that is done already changes nothing. */
const acts: Readonly<Record<string, (shift: WorkedShift, act: Act) => WorkedShift>> = {
  'shifts.arrive': (shift, act) => (shift.state === 'awarded' ? { ...shift, state: 'arrived', arrival: arrivalOf(act) } : shift),
  'shifts.start': (shift, act) =>
    shift.state === 'awarded' || shift.state === 'arrived'
      ? { ...shift, state: 'running', started: times(act.at), arrival: shift.arrival ?? arrivalOf(act) }
      : shift,
  'shifts.take-break': (shift, act) => (shift.state === 'running' ? takeBreak(shift, act) : shift),
  'shifts.end-break': (shift, { at }) =>
    shift.state === 'on-break'
      ? { ...shift, state: 'running', breaks: shift.breaks.map((one) => ({ ...one, endedAt: one.endedAt ?? at })) }
      : shift,
  'shifts.end': (shift, act) => (isRunning(shift) ? end(shift, act) : shift),
};
export const isAct = ({ endpointId }: WriteEntry): boolean => endpointId in acts;

/**
 * The shift as it is once what waits on this phone has reached the server. `readAt` is the server's time of `shift`: an act that was
 * sent after that is not in it yet. `inputOf` knows what a sent act carried.
 */
export function withWaiting(
  shift: WorkedShift,
  entries: readonly WriteEntry[],
  readAt: string,
  inputOf: (entry: WriteEntry) => unknown = ({ input }) => input,
): WorkedShift {
  const isMissing = (entry: WriteEntry) =>
    isUnsent(entry) || (entry.state === 'sent' && Date.parse(entry.sentAt ?? '') > Date.parse(readAt));
  return entries.filter(isMissing).reduce((so, entry) => {
    const input = inputOf(entry) as ActInput | undefined;
    const act = acts[entry.endpointId];
    return act && input ? act(so, { key: entry.key, what: entry.what, at: input.at ?? entry.createdAt, input }) : so;
  }, shift);
}
