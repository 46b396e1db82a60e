import { shiftLimits, shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import { now } from '../../platform/clock';
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

/**
 * Decides which instant of an event counts. The phone's counts if it is neither ahead of the server's nor before
 * `notBefore` (the previous event), with a tolerance of two minutes; else the server's own.
 */
export function resolveEventTime(at: string | undefined, notBefore: string | null = null): ResolvedTime {
  const received = now().getTime();
  const floor = notBefore === null ? Number.NEGATIVE_INFINITY : Date.parse(notBefore);
  const reported = at === undefined ? received : Date.parse(at);
  const isServerTime = reported > received + shiftLimits.ahead || reported < floor - shiftLimits.ahead;
  const counted = Math.max(floor, Math.min(isServerTime ? received : reported, received));
  return { at: text(counted), receivedAt: text(received), isServerTime };
}

/** Like `resolveEventTime`; 409 for an event that waited on the phone too long. */
export function resolveRecentEventTime(at: string | undefined, notBefore: string | null = null): ResolvedTime {
  if (at !== undefined && now().getTime() - Date.parse(at) > shiftLimits.actValid) fail(409, shiftMessages.tooOld);
  return resolveEventTime(at, notBefore);
}
