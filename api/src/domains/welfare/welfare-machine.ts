import { answersAsk, askAfter, awaitsAnswer, type Welfare, type WelfareState } from '@portal/contracts/_kernel/welfare';
import type { ShiftEvent } from '../../platform/hooks';

export type Setting = Pick<Welfare, 'everyMinutes' | 'graceMinutes'>;

/** The state of a welfare check. Instants are in their stored form. */
export interface Check {
  state: WelfareState;
  /** The next step of the timer; null without one. */
  dueAt: string | null;
  /** The last ask, and its second call and escalation. */
  askedAt: string | null;
  calledAgainAt: string | null;
  escalatedAt: string | null;
  /** The last answer; before one, the start of the shift counts. */
  answeredAt: string | null;
}

/**
 * `due`: the timer. `start` also when staff set the checks of a site, and `close` also when they end them. `at` is the time that counts for the event.
 */
export type Event = ShiftEvent | { type: 'due'; at: string };

/** The message or change of an SOS that follows, in the same transaction. */
export type Act = 'ask' | 'call-again' | 'escalate' | 'end-escalation';

export interface Step {
  check: Check;
  act: Act | null;
}

const MINUTE_MS = 60_000;
const none: Check = { state: 'over', dueAt: null, askedAt: null, calledAgainAt: null, escalatedAt: null, answeredAt: null };

const plus = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();
const later = (one: string, other: string | null) => (other !== null && other > one ? other : one);
const stay = (check: Check): Step => ({ check, act: null });

/** The timer has stopped for a minute, and with it probably the API, so the guard may have answered in vain. It happens once for each step. */
function isFirstAfterOutage({ dueAt, askedAt, calledAgainAt }: Check, now: string, { graceMinutes }: Setting): boolean {
  const called = calledAgainAt ?? askedAt;
  return dueAt !== null && called !== null && dueAt <= plus(called, graceMinutes) && now > plus(dueAt, 1);
}

function onDue(check: Check, now: string, setting: Setting): Step {
  if (check.dueAt === null || check.dueAt > now) return stay(check);
  const dueAt = plus(now, setting.graceMinutes);
  if (check.state === 'waiting')
    return { check: { ...check, state: 'asked', dueAt, askedAt: now, calledAgainAt: null, escalatedAt: null }, act: 'ask' };
  if (isFirstAfterOutage(check, now, setting)) return stay({ ...check, dueAt });
  if (check.state === 'asked') return { check: { ...check, state: 'called-again', dueAt, calledAgainAt: now }, act: 'call-again' };
  return { check: { ...check, state: 'escalated', dueAt: null, escalatedAt: now }, act: 'escalate' };
}

function onAnswer(check: Check, at: string, setting: Setting): Step {
  if (awaitsAnswer(check) && !answersAsk(at, check.askedAt, setting)) return stay(check);
  const answeredAt = later(at, check.answeredAt);
  // Also after staff closed the shift: its SOS stays until the guard answers.
  const isEscalated = check.escalatedAt !== null && (check.state === 'escalated' || check.state === 'over');
  const act = isEscalated ? 'end-escalation' : null;
  if (check.state === 'paused') return { check: { ...check, answeredAt }, act };
  if (check.state === 'over') return { check: { ...check, answeredAt, escalatedAt: null }, act };
  const dueAt = askAfter(at, setting);
  return { check: { ...check, state: 'waiting', answeredAt, dueAt: check.state === 'waiting' ? later(dueAt, check.dueAt) : dueAt }, act };
}

/** The guard acts on the shift, which answers an escalation. */
function stop(check: Check, state: 'paused' | 'over'): Step {
  if (check.state === state || check.state === 'over') return stay(check);
  const isEscalated = check.state === 'escalated';
  return { check: { ...check, state, dueAt: null, ...(isEscalated && { escalatedAt: null }) }, act: isEscalated ? 'end-escalation' : null };
}

/** The state that follows an event. An event that changes nothing returns the same check. */
export function nextCheck(before: Check | null, event: Event, setting: Setting): Step {
  const check = before ?? none;
  switch (event.type) {
    case 'start':
      return check.state === 'waiting' || check.state === 'over'
        ? stay({ ...check, state: 'waiting', dueAt: askAfter(event.at, setting) })
        : stay(check);
    case 'due':
      return onDue(check, event.at, setting);
    case 'answer':
      return onAnswer(check, event.at, setting);
    case 'break':
      return stop(check, 'paused');
    case 'break-ended':
      return check.state === 'paused' ? stay({ ...check, state: 'waiting', dueAt: askAfter(event.at, setting) }) : stay(check);
    case 'end':
      return stop(check, 'over');
    case 'close':
      return check.state === 'over' ? stay(check) : stay({ ...check, state: 'over', dueAt: null });
  }
}
