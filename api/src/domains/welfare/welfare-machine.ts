import { answersAsk, askAfter, awaitsAnswer, type Welfare, type WelfareState } from '@portal/contracts/_kernel/welfare';
import type { ShiftEvent } from '../../platform/hooks';

export type Setting = Pick<Welfare, 'everyMinutes' | 'graceMinutes'>;

/** The state of a welfare check. Instants are in their stored form. */
export interface Check {
  state: WelfareState;
  /** The next step of the timer; null without one. */
  dueAt: string | null;
  /** The last ask, and its second call. */
  askedAt: string | null;
  calledAgainAt: string | null;
  /** The last escalation, until its end. */
  escalatedAt: string | null;
  /** The last answer; before one, the start of the shift counts. */
  answeredAt: string | null;
  answeredWithinMs: number | null;
}

export interface Outage {
  /** Until then no API took answers; null or missing without a known outage. */
  outageUntil?: string | null;
  /** The APIs give no sign for some seconds, or gave none until some seconds ago. That is too short for an outage. */
  isQuiet?: boolean;
}

/**
 * `due`: the timer. `start` also when staff set the checks of a
 * site, and `close` also when they end them. `at` is the time that counts for the event.
 */
export type Event = ShiftEvent | DueEvent;
type DueEvent = Outage & { type: 'due'; at: string; withinMs?: null };

/** The message or change of an SOS that follows, in the same transaction. */
export type Act = 'ask' | 'call-again' | 'escalate' | 'end-escalation' | 'close-escalation';

export interface Step {
  check: Check;
  act: Act | null;
}

/** Whether an ask or an escalation has had no answer. */
export const isOpen = (check: Check): boolean => awaitsAnswer(check) || check.escalatedAt !== null;

const MINUTE_MS = 60_000;
const HELD_MS = 15_000;
const none: Check = {
  state: 'over',
  dueAt: null,
  askedAt: null,
  calledAgainAt: null,
  escalatedAt: null,
  answeredAt: null,
  answeredWithinMs: null,
};

const plus = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();
const later = (one: string, other: string | null) => (other !== null && other > one ? other : one);
const earlier = (one: string, other: string | null) => (other !== null && other < one ? other : one);
const stay = (check: Check): Step => ({ check, act: null });

/** Whether a step has its grace period after an outage. It gets one only. */
const isExtended = ({ dueAt, askedAt, calledAgainAt }: Check, { graceMinutes }: Setting): boolean => {
  const called = calledAgainAt ?? askedAt;
  return called === null || dueAt === null || dueAt > plus(called, graceMinutes);
};

/**
 * The guard may have answered in vain: the timer has stopped for a minute, and with it probably the API; or before the escalation, the API alone had an
 * outage since the ask. @returns the start of one more grace period; null without an outage.
 */
function extendedFrom({ state, dueAt, askedAt }: Check, { at, outageUntil = null }: DueEvent): string | null {
  if (dueAt === null || askedAt === null) return null;
  if (at > plus(dueAt, 1)) return at;
  return state === 'called-again' && outageUntil !== null && outageUntil > askedAt ? dueAt : null;
}

function onDue(check: Check, event: DueEvent, setting: Setting): Step {
  const { at: now } = event;
  if (check.dueAt === null || check.dueAt > now) return stay(check);
  const dueAt = plus(now, setting.graceMinutes);
  if (check.state === 'waiting') return { check: { ...check, state: 'asked', dueAt, askedAt: now, calledAgainAt: null }, act: 'ask' };
  const wasExtended = isExtended(check, setting);
  const from = wasExtended ? null : extendedFrom(check, event);
  if (from !== null) return stay({ ...check, dueAt: plus(from, setting.graceMinutes) });
  if (check.state === 'asked') return { check: { ...check, state: 'called-again', dueAt, calledAgainAt: now }, act: 'call-again' };
  // The guard's answer may arrive now. An escalation is late by 30 seconds at most, which includes the restart of a worker.
  if (!wasExtended && event.isQuiet && Date.parse(now) - Date.parse(check.dueAt) <= HELD_MS) return stay(check);
  return { check: { ...check, state: 'escalated', dueAt: null, escalatedAt: now }, act: 'escalate' };
}

const endEscalation = (check: Check): Step =>
  check.escalatedAt === null ? stay(check) : { check: { ...check, escalatedAt: null }, act: 'end-escalation' };

/** A sign of the guard at `at` ends an escalation, unless it is too old for the ask. */
const onSign = (check: Check, at: string, setting: Setting): Step =>
  answersAsk(at, check.askedAt, setting) ? endEscalation(check) : stay(check);

function onAnswer(check: Check, { at, withinMs = null }: ShiftEvent, setting: Setting): Step {
  if (isOpen(check) && !answersAsk(at, check.askedAt, setting)) return stay(check);
  const isLast = later(at, check.answeredAt) === at;
  const answered = isLast ? { ...check, answeredAt: at, answeredWithinMs: withinMs } : check;
  if (check.state === 'paused' || check.state === 'over') return endEscalation(answered);
  const dueAt = askAfter(at, setting);
  return endEscalation({ ...answered, state: 'waiting', dueAt: check.state === 'waiting' ? later(dueAt, check.dueAt) : dueAt });
}

function onStart(check: Check, at: string, setting: Setting): Step {
  if (check.state !== 'waiting' && check.state !== 'over') return stay(check);
  const dueAt = askAfter(at, setting);
  return stay({ ...check, state: 'waiting', dueAt: check.state === 'waiting' ? earlier(dueAt, check.dueAt) : dueAt });
}

function onClose(check: Check): Step {
  if (check.state === 'over') return stay(check);
  const act = check.escalatedAt === null ? null : 'close-escalation';
  return { check: { ...check, state: 'over', dueAt: null, escalatedAt: null }, act };
}

/** The state that follows an event. An event that changes nothing returns the same check. */
export function nextCheck(before: Check | null, event: Event, setting: Setting): Step {
  const check = before ?? none;
  switch (event.type) {
    case 'start':
      return onStart(check, event.at, setting);
    case 'due':
      return onDue(check, event, setting);
    case 'answer':
      return onAnswer(check, event, setting);
    case 'break':
      return check.state === 'paused' || check.state === 'over'
        ? stay(check)
        : onSign({ ...check, state: 'paused', dueAt: null }, event.at, setting);
    case 'break-ended':
      return check.state === 'paused'
        ? onSign({ ...check, state: 'waiting', dueAt: askAfter(event.at, setting) }, event.at, setting)
        : stay(check);
    case 'end':
      // At any age: after it the guard cannot answer.
      return check.state === 'over' ? stay(check) : endEscalation({ ...check, state: 'over', dueAt: null });
    case 'close':
      return onClose(check);
    case 'sos-ended':
      return check.escalatedAt === null ? stay(check) : { check, act: 'escalate' };
  }
}
