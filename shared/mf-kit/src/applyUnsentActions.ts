import type { Output } from '@portal/contracts/_kernel/endpoint';
import { isRunning } from '@portal/contracts/_kernel/shift';
import type { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftFigures } from '@portal/contracts/shifts/shifts.figures';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import type { WriteEntry } from './portal';
import type { OptimisticUpdates } from './useOptimisticData';

/** The input of an act on a shift. Each endpoint has some of these members. */
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
/** The label of a break in the outbox. While the break is unsent, its reason is read from this label. */
export const breakLabel = (reason: string): string => BREAK_WORDS + reason;
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
  return { ...shift, state: 'ended', ended, earning: shiftFigures(shift, Date.parse(at))?.totalEarning ?? shift.earning };
}

/** The effect of each act on a shift, as on the server. An act that the shift contains already changes nothing. */
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
  'shifts.end': (shift, act) => (isRunning(shift.state) ? end(shift, act) : shift),
};
export const isShiftAction = ({ endpointId }: WriteEntry): boolean => endpointId in acts;

/** Returns the shift with these acts applied, which the server does not have yet. */
export function applyUnsentActions(shift: WorkedShift, entries: readonly WriteEntry[]): WorkedShift {
  return entries.reduce((so, { key, endpointId, what, createdAt, actedAt, input: carried }) => {
    const input = carried as ActInput;
    return acts[endpointId]?.(so, { key, what, at: actedAt ?? input.at ?? createdAt, input }) ?? so;
  }, shift);
}

const withAct = <Data extends { shift: WorkedShift | null }>(data: Data, act: WriteEntry): Data =>
  data.shift && act.order === data.shift.shiftId ? { ...data, shift: applyUnsentActions(data.shift, [act]) } : data;

const READ_ORDERS = 'orders.acknowledge';

/** Marks the newest post orders as read if the guard has acknowledged them. Not one of `acts`, because reading begins no shift. */
export function applyReadOrders(shift: WorkedShift, entries: readonly WriteEntry[]): WorkedShift {
  const { shiftId, orders } = shift;
  const isRead = entries.some(({ endpointId, input }) => {
    const read = input as { shiftId?: string; version?: number } | undefined;
    return endpointId === READ_ORDERS && read?.shiftId === shiftId && read.version === orders?.version;
  });
  return isRead && orders ? { ...shift, orders: { ...orders, isRead } } : shift;
}

/** Applies the guard's unsent acts to a reply about their shift. */
export const shiftOverlay: OptimisticUpdates<Output<typeof currentShift>> = {
  ...Object.fromEntries(Object.keys(acts).map((id) => [id, withAct])),
  [READ_ORDERS]: (data, act) => ({ ...data, shift: data.shift && applyReadOrders(data.shift, [act]) }),
};
