import type { DeviceTime } from '@portal/contracts/_kernel/deviceTime';
import { shiftLimits, shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import { now } from '../../platform/clock';
import { currentDeviceTime } from '../../platform/http/device-time';
import { fail } from '../../platform/http/errors';
import type { EventTimes } from './work-shift.repository';

export interface ResolvedTime extends EventTimes {
  /** The phone's instant was not plausible. */
  isServerTime: boolean;
}

/** Further from the site than the phone's accuracy explains. */
export const isFar = (distance: number | null, accuracy: number | null): boolean =>
  distance !== null && distance - (accuracy ?? 0) > shiftLimits.far;

/** The latest of some instants in their stored form; null without any. */
export const latest = (...instants: (string | null | undefined)[]): string | null =>
  instants
    .filter((one) => one != null)
    .sort()
    .at(-1) ?? null;

const text = (ms: number) => new Date(ms).toISOString();

/** The largest number of the column, 24 days. */
const MOST_MS = 2 ** 31 - 1;

interface Bounds {
  earliest: number;
  latest: number;
  estimate: number;
}

/** The bounds of an event that the device reported at `reported` by its clock; null if they do not apply. */
function boundsOf({ clock, estimate, earliest, waited }: DeviceTime, reported: number, received: number): Bounds | null {
  const lead = clock - reported;
  // A guard who names an earlier time for a note does not follow the clock of the device.
  if (lead > shiftLimits.lead || lead < -shiftLimits.ahead) return null;
  const [from, to] = [earliest - lead, Math.min(received, received - waited - lead)];
  if (from > to + shiftLimits.ahead || to - from > MOST_MS) return null;
  return { earliest: Math.min(from, to), latest: to, estimate: estimate - lead };
}

/**
 * Decides which instant of an event counts, and how exact it is. With bounds from the device, the nearest instant within them counts; the event
 * never counts before `notBefore` (the previous event). Without bounds the phone's instant counts if it is neither ahead of the server's nor
 * before `notBefore`, with a tolerance of two minutes; else the server's own.
 */
export function resolveEventTime(at: string | undefined, notBefore: string | null = null): ResolvedTime {
  const received = now().getTime();
  const floor = notBefore === null ? Number.NEGATIVE_INFINITY : Date.parse(notBefore);
  const device = currentDeviceTime();
  const bounds = device && boundsOf(device, at === undefined ? device.clock : Date.parse(at), received);
  const reported = at === undefined ? received : Date.parse(at);
  if (!bounds) {
    const isServerTime = reported > received + shiftLimits.ahead || reported < floor - shiftLimits.ahead;
    const counted = Math.max(floor, Math.min(isServerTime ? received : reported, received));
    return { at: text(counted), receivedAt: text(received), isServerTime, withinMs: null };
  }
  const counted = Math.max(floor, bounds.earliest, Math.min(bounds.estimate, bounds.latest));
  return {
    at: text(counted),
    receivedAt: text(received),
    isServerTime: at !== undefined && Math.abs(reported - counted) > shiftLimits.ahead,
    withinMs: Math.max(counted - bounds.earliest, Math.abs(bounds.latest - counted)),
  };
}

/** Like `resolveEventTime`; 409 for an event that waited on the phone too long. */
export function resolveRecentEventTime(at: string | undefined, notBefore: string | null = null): ResolvedTime {
  const resolved = resolveEventTime(at, notBefore);
  const counted = resolved.withinMs === null && at !== undefined ? at : resolved.at;
  if (now().getTime() - Date.parse(counted) > shiftLimits.actValid) fail(409, shiftMessages.tooOld);
  return resolved;
}
