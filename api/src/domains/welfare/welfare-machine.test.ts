import { type WelfareState, welfareStates } from '@portal/contracts/_kernel/welfare';
import { type Check, type Event, nextCheck, type Outage } from './welfare-machine';

const setting = { everyMinutes: 30, graceMinutes: 5 };
const at = (time: string) => `2027-03-10T${time}:00.000Z`;
const NOW = at('15:02');
const answered = (time: string) => ({ answeredAt: at(time), answeredWithinMs: null });

/** A check in each state, whose next step has been due since 15:00. The last ask was at 14:25 or later. */
const checks: Readonly<Record<WelfareState, Check>> = {
  waiting: { state: 'waiting', dueAt: at('15:02'), askedAt: at('14:25'), calledAgainAt: null, escalatedAt: null, ...answered('14:32') },
  asked: { state: 'asked', dueAt: at('15:02'), askedAt: at('14:57'), calledAgainAt: null, escalatedAt: null, ...answered('14:27') },
  'called-again': {
    ...{ state: 'called-again', dueAt: at('15:02'), askedAt: at('14:52'), calledAgainAt: at('14:57'), escalatedAt: null },
    ...answered('14:22'),
  },
  escalated: {
    ...{ state: 'escalated', dueAt: null, askedAt: at('14:52'), calledAgainAt: at('14:57'), escalatedAt: at('15:02') },
    ...answered('14:22'),
  },
  paused: { state: 'paused', dueAt: null, askedAt: at('14:25'), calledAgainAt: null, escalatedAt: null, ...answered('14:32') },
  over: { state: 'over', dueAt: null, askedAt: at('14:25'), calledAgainAt: null, escalatedAt: null, ...answered('14:32') },
};

const events: Readonly<Record<Event['type'], Event>> = {
  start: { type: 'start', at: NOW },
  due: { type: 'due', at: NOW },
  answer: { type: 'answer', at: NOW },
  break: { type: 'break', at: NOW },
  'break-ended': { type: 'break-ended', at: NOW },
  end: { type: 'end', at: NOW },
  close: { type: 'close', at: NOW },
  'sos-ended': { type: 'sos-ended', at: NOW },
};

/** `state, time of the next step, act`; `-`: nothing changes. */
const expected: Readonly<Record<WelfareState, Readonly<Record<Event['type'], string>>>> = {
  waiting: {
    start: 'waiting 15:02',
    due: 'asked 15:07 ask',
    answer: 'waiting 15:32',
    break: 'paused',
    'break-ended': '-',
    end: 'over',
    close: 'over',
    'sos-ended': '-',
  },
  asked: {
    start: '-',
    due: 'called-again 15:07 call-again',
    answer: 'waiting 15:32',
    break: 'paused',
    'break-ended': '-',
    end: 'over',
    close: 'over',
    'sos-ended': '-',
  },
  'called-again': {
    start: '-',
    due: 'escalated escalate',
    answer: 'waiting 15:32',
    break: 'paused',
    'break-ended': '-',
    end: 'over',
    close: 'over',
    'sos-ended': '-',
  },
  escalated: {
    start: '-',
    due: '-',
    answer: 'waiting 15:32 end-escalation',
    break: 'paused end-escalation',
    'break-ended': '-',
    end: 'over end-escalation',
    close: 'over close-escalation',
    'sos-ended': 'escalated escalate',
  },
  paused: {
    start: '-',
    due: '-',
    answer: 'paused',
    break: '-',
    'break-ended': 'waiting 15:32',
    end: 'over',
    close: 'over',
    'sos-ended': '-',
  },
  over: { start: 'waiting 15:32', due: '-', answer: 'over', break: '-', 'break-ended': '-', end: '-', close: '-', 'sos-ended': '-' },
};

const described = (check: Check, event: Event) => {
  const { check: next, act } = nextCheck(check, event, setting);
  if (next === check && act === null) return '-';
  return [next.state, next.dueAt?.slice(11, 16), act].filter(Boolean).join(' ');
};

it.each(welfareStates.flatMap((state) => (Object.keys(events) as Event['type'][]).map((event) => [state, event] as const)))(
  '[WELFARE-03] %s: the event %s leads to the state of the table',
  (state, event) => expect(described(checks[state], events[event])).toBe(expected[state][event]),
);

it('[WELFARE-05] escalates again when a paused check has lost the SOS that called the team', () => {
  const paused: Check = { ...checks.paused, escalatedAt: at('14:40') };
  expect(described(paused, events['sos-ended'])).toBe('paused escalate');
});

it('[WELFARE-03] gives the full grace period to an ask and to the second call, however late the worker makes them', () => {
  const late = nextCheck(checks.waiting, { type: 'due', at: at('16:00') }, setting);
  expect(late.check).toMatchObject({ state: 'asked', askedAt: at('16:00'), dueAt: at('16:05') });
  expect(nextCheck(late.check, { type: 'due', at: at('16:05') }, setting).check).toMatchObject({
    state: 'called-again',
    calledAgainAt: at('16:05'),
    dueAt: at('16:10'),
  });
});

it('begins a new ask without the second call of the previous ask', () => {
  const before = { ...checks.waiting, calledAgainAt: at('14:30') };
  expect(nextCheck(before, { type: 'due', at: NOW }, setting).check).toMatchObject({ askedAt: NOW, calledAgainAt: null });
});

describe('an answer that waited on the phone', () => {
  const answer = (check: Check, time: string) => nextCheck(check, { type: 'answer', at: at(time) }, setting);

  it('[WELFARE-06] ends an escalation when it belongs to this ask, and the next check follows its own time', () => {
    expect(answer(checks.escalated, '14:53')).toMatchObject({
      check: { state: 'waiting', dueAt: at('15:23'), answeredAt: at('14:53') },
      act: 'end-escalation',
    });
  });

  it.each(['asked', 'called-again', 'escalated'] as const)('does not count for %s when it is older than the previous check', (state) => {
    const { check, act } = answer(checks[state], '14:20');
    expect([check, act]).toEqual([checks[state], null]);
  });

  it('never moves the next check to an earlier time', () => {
    expect(answer(checks.waiting, '14:31').check.dueAt).toBe(at('15:02'));
  });

  it.each(welfareStates)('ends an escalation once, in the state %s', (state) => {
    const before = { ...checks[state], escalatedAt: at('15:02') };
    const { check, act } = answer(before, '15:02');
    expect([check.escalatedAt, act]).toEqual([null, 'end-escalation']);
    expect(answer(check, '15:03').act).toBeNull();
  });
});

describe('an act on the shift that waited on the phone since before the previous check', () => {
  const paused = nextCheck(checks.escalated, { type: 'break', at: at('14:20') }, setting);

  it('[WELFARE-05] pauses the check, and does not end the escalation', () => {
    expect(paused).toMatchObject({ check: { state: 'paused', dueAt: null, escalatedAt: at('15:02') }, act: null });
  });

  it.each(['answer', 'break-ended'] as const)('is followed by the event %s, which ends the escalation if it is new', (type) => {
    expect(nextCheck(paused.check, { type, at: at('14:21') }, setting).act).toBeNull();
    expect(nextCheck(paused.check, { type, at: at('15:10') }, setting)).toMatchObject({
      check: { escalatedAt: null },
      act: 'end-escalation',
    });
  });

  it('ends the escalation if it is the end of the shift, after which no answer is possible', () => {
    expect(nextCheck(checks.escalated, { type: 'end', at: at('14:20') }, setting).act).toBe('end-escalation');
  });
});

it('[WELFARE-09] a step more than a minute late gets one more grace period first, because the API that receives answers was probably stopped, too', () => {
  const { check, act } = nextCheck(checks['called-again'], { type: 'due', at: at('15:04') }, setting);
  expect([check, act]).toEqual([{ ...checks['called-again'], dueAt: at('15:09') }, null]);
  expect(nextCheck(check, { type: 'due', at: at('15:12') }, setting)).toMatchObject({ check: { state: 'escalated' }, act: 'escalate' });
});

describe('[WELFARE-09] an outage of the API alone', () => {
  const due = (check: Check, time: string, outageUntil: string | null) =>
    nextCheck(check, { type: 'due', at: at(time), outageUntil }, setting);

  it('since the ask gives one more grace period before the escalation, once', () => {
    const { check, act } = due(checks['called-again'], '15:02', at('14:53'));
    expect([check, act]).toEqual([{ ...checks['called-again'], dueAt: at('15:07') }, null]);
    expect(due(check, '15:07', at('15:07')).act).toBe('escalate');
  });

  it.each([
    ['no outage', null],
    ['an outage that ended before the ask', at('14:51')],
  ])('escalates in time after %s', (_what, outageUntil) => expect(due(checks['called-again'], '15:02', outageUntil).act).toBe('escalate'));

  it.each(['waiting', 'asked'] as const)('delays no step of a check that is %s', (state) =>
    expect(due(checks[state], '15:02', at('15:02')).act).toBe(due(checks[state], '15:02', null).act),
  );

  it.each([
    ['called-again', '15:02:15', null],
    ['called-again', '15:02:16', 'escalate'],
    ['asked', '15:02:01', 'call-again'],
  ] as const)('while the API is silent for some seconds, a check that is %s makes at %s the step %s', (state, time, act) => {
    const event = { type: 'due', at: `${NOW.slice(0, 11)}${time}.000Z`, isQuiet: true } as const;
    expect(nextCheck(checks[state], event, setting).act).toBe(act);
  });

  it('extends the deadline from its own time, and holds an escalation once for each ask', () => {
    const step = (check: Check, time: string, outage: Outage) =>
      nextCheck(check, { type: 'due', at: `${NOW.slice(0, 11)}${time}.000Z`, ...outage }, setting);
    expect(step(checks['called-again'], '15:02:10', { isQuiet: true }).check).toBe(checks['called-again']);
    const { check } = step(checks['called-again'], '15:02:20', { outageUntil: at('15:02') });
    expect(check.dueAt).toBe(at('15:07'));
    expect(step(check, '15:07:02', { isQuiet: true }).act).toBe('escalate');
  });

  it('adds nothing to the grace period that follows an outage of the timer', () => {
    const { check } = due(checks['called-again'], '15:04', at('15:04'));
    expect(check.dueAt).toBe(at('15:09'));
    expect(due(check, '15:09', at('15:09')).act).toBe('escalate');
  });
});

it('a changed setting starts the checks of a shift without one, and moves the next check of a waiting shift to no later time', () => {
  expect(nextCheck(null, { type: 'start', at: NOW }, setting).check).toMatchObject({ state: 'waiting', dueAt: at('15:32') });
  const { check } = nextCheck(checks.waiting, { type: 'start', at: at('14:40') }, { ...setting, everyMinutes: 15 });
  expect(check.dueAt).toBe(at('14:55'));
  expect(nextCheck(check, { type: 'start', at: at('14:50') }, setting).check.dueAt).toBe(at('14:55'));
});
