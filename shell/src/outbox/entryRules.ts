import { backoffMs } from '@portal/api-client/backoff';
import { isApiError } from '@portal/api-client/call';
import { isClientError, toFailure } from '@portal/mf-kit/failure';
import type { Failure } from '@portal/mf-kit/portal';
import type { StoredEntry } from './outboxTypes';

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 300_000;
/** The server stores keys for 30 days. An older write would be executed a second time. */
const SAFE_DAYS = 25;
const DAY_MS = 86_400_000;
const SHOWN_MS = 3_600_000;
const SHORT_MS = 3_600_000;
/** No reply, a timeout, too early, too many requests. Every code from 500 is tried again, too. */
const TRY_AGAIN = [0, 408, 425, 429];
const UNAUTHORISED = 401;

export type FailureDecision =
  /** It may have arrived, or not. `isTold`: the server named the pause. */
  | { kind: 'again'; pauseMs: number; isTold: boolean; failure: Failure }
  /** The session ended, or is not confirmed. The pause limits the requests if the API refuses the next session, too. */
  | { kind: 'held'; pauseMs: number; isTold: boolean; failure: Failure }
  | { kind: 'refused'; failure: Failure };

const waitAfter = (tries: number, random: () => number) => backoffMs(tries, FIRST_WAIT_MS, LONGEST_WAIT_MS, random);

/** `tries`: how many earlier requests had no reply. */
export function classifyFailure(error: unknown, tries: number, random = Math.random): FailureDecision {
  const failure = toFailure(error);
  if (!isApiError(error)) return { kind: 'refused', failure };
  if (error.reason === 'confirmation') return { kind: 'held', pauseMs: LONGEST_WAIT_MS, isTold: true, failure };
  if (error.code === UNAUTHORISED) return { kind: 'held', pauseMs: waitAfter(tries, random), isTold: false, failure };
  if (error.code < 500 && !TRY_AGAIN.includes(error.code)) return { kind: 'refused', failure };
  const retryAfter = error.retryAfter;
  return {
    kind: 'again',
    pauseMs: retryAfter === undefined ? waitAfter(tries, random) : retryAfter * 1000,
    isTold: retryAfter !== undefined,
    failure,
  };
}

/** From this time on the server may have deleted its key. */
const keyExpiresAt = ({ createdAt }: StoredEntry) => Date.parse(createdAt) + SAFE_DAYS * DAY_MS;

const expiresAt = (entry: StoredEntry) => Math.min(Date.parse(entry.validUntil ?? '') || Number.POSITIVE_INFINITY, keyExpiresAt(entry));

export const isExpired = (entry: StoredEntry, now: Date): boolean => entry.state === 'waiting' && expiresAt(entry) <= now.getTime();

/**
 * The age of a late write is not sure if the device slept or its clock was set. An SOS and other writes that are valid for less than an hour expire then,
 * and the guard decides again. A longer one waits for the server's time, so that a wrong clock loses no act of a shift.
 */
export const expiresInDoubt = ({ createdAt, validUntil }: StoredEntry): boolean =>
  validUntil !== null && Date.parse(validUntil) - Date.parse(createdAt) < SHORT_MS;

export const isOldSent = ({ state, sentAt }: StoredEntry, now: Date): boolean =>
  state === 'sent' && Date.parse(sentAt ?? '') + SHOWN_MS < now.getTime();

const texts = {
  expired: 'It waited too long, so it was not sent. You can still send it.',
  unanswered: 'We got no answer in time, so we cannot say whether it arrived. You can send it again; it will not count twice.',
  twice: 'We got no answer, so we cannot say whether it arrived. Please check first: sending it again may count it twice.',
};
const TWICE = 'may count twice';

const mayCountTwice = (entry: StoredEntry, now: Date) => entry.tries > 0 && keyExpiresAt(entry) <= now.getTime();

/** A request without a reply may have arrived, so the text must not claim otherwise. */
export function markExpired(entry: StoredEntry, now: Date): StoredEntry {
  const isTwice = mayCountTwice(entry, now);
  const userMessage = isTwice ? texts.twice : entry.tries > 0 ? texts.unanswered : texts.expired;
  return {
    ...entry,
    state: 'failed',
    expired: true,
    failure: { code: 0, message: isTwice ? TWICE : 'expired', userMessage, fields: {} },
  };
}

/**
 * The entry as the guard's Retry leaves it. An expired entry loses its end. If it may count twice, its text must state
 * that first. Its 25 days start again only if it was never tried, or if the guard has read that text. A sent entry stays sent: another tab sent it.
 */
export function resetForRetry(entry: StoredEntry, now: Date): StoredEntry {
  if (entry.state === 'sent') return entry;
  const { failure, expired: isLate, ...rest } = entry;
  const queued = { ...rest, state: 'waiting' as const, notBefore: null, isTold: false };
  // The server has refused this write, so no earlier request of it has arrived.
  if (!isLate) return entry.state === 'failed' && failure && isClientError(failure) ? { ...queued, tries: 0 } : queued;
  if (mayCountTwice(entry, now) && failure?.message !== TWICE) return markExpired(rest, now);
  const days = keyExpiresAt(entry) <= now.getTime() ? { createdAt: now.toISOString() } : {};
  return { ...queued, validUntil: null, ...days };
}

export const groupKey = ({ order, key }: StoredEntry) => (order === null ? `key ${key}` : `order ${order}`);

/** The first waiting entry of each order key, in the order of creation. Only these may be sent. */
export function firstPerGroup(entries: readonly StoredEntry[]): StoredEntry[] {
  const first = new Map<string, StoredEntry>();
  for (const entry of entries) if (entry.state === 'waiting' && !first.has(groupKey(entry))) first.set(groupKey(entry), entry);
  return [...first.values()];
}

/** `hurry`: sending may work now, which ends every pause except a server-named one. */
export const isDue = ({ notBefore, isTold }: StoredEntry, now: Date, hurry: boolean): boolean =>
  notBefore === null || Date.parse(notBefore) <= now.getTime() || (hurry && !isTold);

/** Milliseconds until a pause ends or an entry expires. Null: never. */
export function msUntilNextChange(entries: readonly StoredEntry[], now: Date): number | null {
  const times = entries
    .filter(({ state }) => state === 'waiting')
    .flatMap((entry) => [Date.parse(entry.notBefore ?? ''), expiresAt(entry)])
    .filter((moment) => moment > now.getTime());
  return times.length > 0 ? Math.min(...times) - now.getTime() : null;
}
