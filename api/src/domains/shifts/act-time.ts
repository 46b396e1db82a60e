import { shiftLimits, shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import { now } from '../../platform/clock';
import { fail } from '../../platform/http/errors';
import type { Times } from './working.repository';

export interface Judged extends Times {
  /** The phone's instant could not be believed. */
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
 * Decides which instant of an act counts. The phone's is taken when it is neither ahead of the server's nor before
 * `notBefore` (the act before it), two minutes off being nothing; else the server's own.
 */
export function judge(at: string | undefined, notBefore: string | null = null): Judged {
  const received = now().getTime();
  const floor = notBefore === null ? Number.NEGATIVE_INFINITY : Date.parse(notBefore);
  const told = at === undefined ? received : Date.parse(at);
  const isServerTime = told > received + shiftLimits.ahead || told < floor - shiftLimits.ahead;
  const counted = Math.max(floor, Math.min(isServerTime ? received : told, received));
  return { at: text(counted), receivedAt: text(received), isServerTime };
}

/** As `judge`; refuses what waited on the phone for so long that it no longer counts (409). */
export function judgeAct(at: string | undefined, notBefore: string | null = null): Judged {
  if (at !== undefined && now().getTime() - Date.parse(at) > shiftLimits.actValid) fail(409, shiftMessages.tooOld);
  return judge(at, notBefore);
}
