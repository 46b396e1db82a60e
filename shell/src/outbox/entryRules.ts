import { backoffMs } from '@portal/api-client/backoff';
import { isApiError } from '@portal/api-client/call';
import { isClientError, toFailure } from '@portal/mf-kit/failure';
import type { Failure } from '@portal/mf-kit/portal';
import type { Stored } from './stored';

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 300_000;
/** The server remembers keys for 30 days: an older act would be carried out a second time. */
const SAFE_DAYS = 25;
const DAY_MS = 86_400_000;
const SHOWN_MS = 3_600_000;
/** No answer, a time-out, too early, too many; and everything from 500. */
const TRY_AGAIN = [0, 408, 425, 429];
const UNAUTHORISED = 401;

export type Decision =
  /** Nobody can say yet: it stays on the device. `isTold`: the server named the pause. */
  | { kind: 'again'; pauseMs: number; isTold: boolean; failure: Failure }
  /** The session ended, or is not confirmed: it waits for the same guard. The pause limits the tries if the API refuses the next session, too. */
  | { kind: 'held'; pauseMs: number; isTold: boolean; failure: Failure }
  | { kind: 'refused'; failure: Failure };

const waitAfter = (tries: number, random: () => number) => backoffMs(tries, FIRST_WAIT_MS, LONGEST_WAIT_MS, random);

/** What the failure of a try means for the act. `tries`: how many had no answer before. */
export function classifyFailure(error: unknown, tries: number, random = Math.random): Decision {
  const failure = toFailure(error);
  if (!isApiError(error)) return { kind: 'refused', failure };
  if (error.reason === 'confirmation') return { kind: 'held', pauseMs: LONGEST_WAIT_MS, isTold: true, failure };
  if (error.code === UNAUTHORISED) return { kind: 'held', pauseMs: waitAfter(tries, random), isTold: false, failure };
  if (error.code < 500 && !TRY_AGAIN.includes(error.code)) return { kind: 'refused', failure };
  const told = error.retryAfter;
  return { kind: 'again', pauseMs: told === undefined ? waitAfter(tries, random) : told * 1000, isTold: told !== undefined, failure };
}

/** From then on the server may have forgotten its key. */
const keyExpiresAt = ({ createdAt }: Stored) => Date.parse(createdAt) + SAFE_DAYS * DAY_MS;

/** Until when it may be sent, as an instant in ms. */
const lastMoment = (entry: Stored) => Math.min(Date.parse(entry.validUntil ?? '') || Number.POSITIVE_INFINITY, keyExpiresAt(entry));

export const isExpired = (entry: Stored, now: Date): boolean => entry.state === 'waiting' && lastMoment(entry) <= now.getTime();

/** A sent one is shown for an hour. */
export const isOldSent = ({ state, sentAt }: Stored, now: Date): boolean =>
  state === 'sent' && Date.parse(sentAt ?? '') + SHOWN_MS < now.getTime();

const words = {
  expired: 'It waited too long, so it was not sent. You can still send it.',
  unanswered: 'We got no answer in time, so we cannot say whether it arrived. You can send it again; it will not count twice.',
  twice: 'We got no answer, so we cannot say whether it arrived. Please check first: sending it again may count it twice.',
};
const TWICE = 'may count twice';

const mayCountTwice = (entry: Stored, now: Date) => entry.tries > 0 && keyExpiresAt(entry) <= now.getTime();

/** Whoever was tried and not answered may have been heard: nothing is said that nobody knows. */
export function markExpired(entry: Stored, now: Date): Stored {
  const isTwice = mayCountTwice(entry, now);
  const userMessage = isTwice ? words.twice : entry.tries > 0 ? words.unanswered : words.expired;
  return {
    ...entry,
    state: 'failed',
    expired: true,
    failure: { code: 0, message: isTwice ? TWICE : 'expired', userMessage, fields: {} },
  };
}

/**
 * A failed or waiting one as it begins anew. What expired goes out whatever its time was; where it may count twice, not before that was
 * said. Its days go on: they begin anew only where no try was before, or the guard knows.
 */
export function resetForRetry({ failure, expired: isLate, ...entry }: Stored, now: Date): Stored {
  const anew = { ...entry, state: 'waiting' as const, notBefore: null, isTold: false };
  // Where the server has said no, nothing of the tries before has arrived.
  if (!isLate) return entry.state === 'failed' && failure && isClientError(failure) ? { ...anew, tries: 0 } : anew;
  if (mayCountTwice(entry, now) && failure?.message !== TWICE) return markExpired(entry, now);
  const days = keyExpiresAt(entry) <= now.getTime() ? { createdAt: now.toISOString() } : {};
  return { ...anew, validUntil: null, ...days };
}

const lineKey = ({ order, key }: Stored) => (order === null ? `key ${key}` : `order ${order}`);

/** The first waiting one of each line, in the order they were made: only these may go out. */
export function firstPerLine(entries: readonly Stored[]): Stored[] {
  const first = new Map<string, Stored>();
  for (const entry of entries) if (entry.state === 'waiting' && !first.has(lineKey(entry))) first.set(lineKey(entry), entry);
  return [...first.values()];
}

/** `hurry`: something says that it may work now, so only a pause that the server named is kept. */
export const isDue = ({ notBefore, isTold }: Stored, now: Date, hurry: boolean): boolean =>
  notBefore === null || Date.parse(notBefore) <= now.getTime() || (hurry && !isTold);

/** Milliseconds until something changes by itself: a pause is over or a time passes. Null: nothing will. */
export function msUntilNextChange(entries: readonly Stored[], now: Date): number | null {
  const moments = entries
    .filter(({ state }) => state === 'waiting')
    .flatMap((entry) => [Date.parse(entry.notBefore ?? ''), lastMoment(entry)])
    .filter((moment) => moment > now.getTime());
  return moments.length > 0 ? Math.min(...moments) - now.getTime() : null;
}
