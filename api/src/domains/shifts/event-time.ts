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

/** An act is sent directly, and the clock of its device agrees with the receipt, up to this difference. */
const DIRECT_MS = 60_000;
const DAY_MS = 86_400_000;
/** A named time that is at most this much later than the time of writing is of the same day, as in the portal's forms. */
const NAMED_AHEAD_MS = 60_000;

interface Bounds {
  earliest: number;
  latest: number;
  estimate: number;
}

/** The bounds of an event that was `lead` before its write; null if they do not agree. */
function boundsOf({ clock, estimate, earliest, waited }: DeviceTime, lead: number, received: number): Bounds | null {
  const bounds = { earliest: earliest - lead, latest: Math.min(received, received - waited - lead), estimate: estimate - lead };
  const { earliest: from, latest: to } = bounds;
  if (from > to + shiftLimits.ahead || to - from > MOST_MS) return null;
  // What happened before such an act, for example sleep, does not matter.
  const isSentDirectly = waited <= DIRECT_MS && [clock, estimate].every((one) => Math.abs(one - lead - to) <= DIRECT_MS);
  return { ...bounds, earliest: Math.min(isSentDirectly ? Math.max(from, to - DIRECT_MS) : from, to) };
}

const within = ({ earliest, latest, estimate }: Bounds) => Math.max(earliest, Math.min(estimate, latest));

/** The instant of a time of day that a guard names. If the device's clock was wrong, the day is derived from the proven time of writing. */
function namedTime(named: number, device: DeviceTime | null, received: number): number {
  const bounds = device && boundsOf(device, 0, received);
  if (!device || !bounds) return named;
  const written = within({ ...bounds, estimate: device.clock });
  if (Math.abs(written - device.clock) <= shiftLimits.ahead) return named;
  return named + Math.floor((written + NAMED_AHEAD_MS - named) / DAY_MS) * DAY_MS;
}

/**
 * Decides which instant of an event counts, and how exact it is. With bounds from the device, the nearest instant within them counts; the event
 * never counts before `notBefore` (the previous event). Without bounds the phone's instant counts if it is neither ahead of the server's nor
 * before `notBefore`, with a tolerance of two minutes; else the server's own.
 * @param isNamed the guard has entered the time, so it does not follow the clock of the device and is not stated to be exact.
 */
export function resolveEventTime(at: string | undefined, notBefore: string | null = null, isNamed = false): ResolvedTime {
  const received = now().getTime();
  const floor = notBefore === null ? Number.NEGATIVE_INFINITY : Date.parse(notBefore);
  const device = currentDeviceTime();
  const reported = at === undefined ? null : Date.parse(at);
  const lead = device && reported !== null ? device.clock - reported : 0;
  const isOfGuard = reported !== null && (isNamed || lead > shiftLimits.lead || lead < -shiftLimits.ahead);
  const bounds = device && !isOfGuard && boundsOf(device, lead, received);
  if (!bounds) {
    const stated = reported === null ? received : isOfGuard ? namedTime(reported, device, received) : reported;
    const isServerTime = stated > received + shiftLimits.ahead || stated < floor - shiftLimits.ahead;
    const counted = Math.max(floor, Math.min(isServerTime ? received : stated, received));
    return { at: text(counted), receivedAt: text(received), isServerTime, withinMs: null };
  }
  const counted = Math.max(floor, within(bounds));
  return {
    at: text(counted),
    receivedAt: text(received),
    isServerTime: reported !== null && Math.abs(reported - counted) > shiftLimits.ahead,
    withinMs: Math.min(MOST_MS, Math.max(counted - bounds.earliest, Math.abs(bounds.latest - counted))),
  };
}

/** Like `resolveEventTime`; 409 for an event that waited on the phone too long. */
export function resolveRecentEventTime(at: string | undefined, notBefore: string | null = null): ResolvedTime {
  const resolved = resolveEventTime(at, notBefore);
  const counted = resolved.withinMs === null && at !== undefined ? at : resolved.at;
  if (now().getTime() - Date.parse(counted) > shiftLimits.actValid) fail(409, shiftMessages.tooOld);
  return resolved;
}
