import { ApiError } from '@portal/api-client/call';
import { classifyFailure, firstPerGroup, isDue, isExpired, isOldSent, markExpired, msUntilNextChange, resetForRetry } from './entryRules';
import type { StoredEntry } from './outboxTypes';

const now = new Date('2027-03-14T15:00:00Z');
const DAY = 24 * 60;
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();

const entry = (over: Partial<StoredEntry> = {}): StoredEntry => ({
  seq: 1,
  guardId: 'ada',
  key: 'key-1',
  call: { id: 'leave.apply', method: 'POST', path: '/apply-leave', auth: 'approved' },
  input: {},
  order: null,
  what: 'Leave',
  createdAt: at(-1),
  validUntil: null,
  state: 'waiting',
  tries: 0,
  notBefore: null,
  isTold: false,
  ...over,
});
const answer = (code: number, retryAfter?: number) => new ApiError({ code, message: 'So it is', data: null }, retryAfter);

it.each([
  [0, undefined, 'again'],
  [408, undefined, 'again'],
  [429, 7, 'again'],
  [500, undefined, 'again'],
  [503, 30, 'again'],
  [401, undefined, 'held'],
  [400, undefined, 'refused'],
  [403, undefined, 'refused'],
  [409, undefined, 'refused'],
  [422, undefined, 'refused'],
])('classifies a %d with Retry-After %s as %s', (code, retryAfter, kind) => {
  const decision = classifyFailure(answer(code, retryAfter), 0);
  expect(decision.kind).toBe(kind);
  if (retryAfter) expect(decision).toMatchObject({ pauseMs: retryAfter * 1000, isTold: true });
  if (kind === 'refused') expect(decision).toMatchObject({ failure: { code, userMessage: 'So it is' } });
});

it.each([
  [401, undefined, { kind: 'held', pauseMs: 16_000, isTold: false }],
  [499, undefined, { kind: 'refused' }],
  [500, undefined, { kind: 'again', pauseMs: 16_000, isTold: false }],
  [425, 0, { kind: 'again', pauseMs: 0, isTold: true }],
])('classifies a %d with Retry-After %s at the fourth try as %j', (code, retryAfter, decision) => {
  expect(classifyFailure(answer(code, retryAfter), 3, () => 1)).toEqual({
    ...decision,
    failure: expect.objectContaining({ code, message: 'So it is' }),
  });
});

it('pauses a write for five minutes when the session is not confirmed', () => {
  const refusal = new ApiError({ code: 403, message: 'So it is', data: null, reason: 'confirmation' });
  expect(classifyFailure(refusal, 3)).toMatchObject({ kind: 'held', pauseMs: 300_000, isTold: true, failure: { reason: 'confirmation' } });
});

it('refuses an input that cannot be serialised', () => {
  expect(classifyFailure(new TypeError('circular'), 0)).toMatchObject({ kind: 'refused' });
});

it.each([
  [0, 0, 1000],
  [0, 1, 2000],
  [3, 0, 8000],
  [3, 1, 16_000],
  [50, 1, 300_000],
])('after %d tries without a reply and with random %d pauses %d ms', (tries, chance, pauseMs) => {
  expect(classifyFailure(answer(0), tries, () => chance)).toMatchObject({ pauseMs, isTold: false });
});

it.each([
  ['no end', {}, false],
  ['its end in the future', { validUntil: at(1) }, false],
  ['its end now', { validUntil: at(0) }, true],
  ['an age at which the server may have deleted its key', { createdAt: at(-25 * 24 * 60) }, true],
  ['an age at which the server still has its key', { createdAt: at(-25 * 24 * 60 + 1) }, false],
  ['its end in the future, but 26 days old', { createdAt: at(-26 * 24 * 60), validUntil: at(5) }, true],
  ['its end now, but refused', { validUntil: at(0), state: 'failed' as const }, false],
  ['its end long ago, but sent', { validUntil: at(-1), state: 'sent' as const }, false],
])('for an entry with %s returns whether it has expired: %s', (_what, over, is) => {
  expect(isExpired(entry(over), now)).toBe(is);
});

const forgotten = at(-25 * DAY);

it.each([
  ['was not sent', 0, at(-1), 'expired', 'It waited too long, so it was not sent. You can still send it.'],
  ['was not sent, however old', 0, forgotten, 'expired', 'It waited too long, so it was not sent. You can still send it.'],
  [
    'may have arrived',
    1,
    at(-25 * DAY + 1),
    'expired',
    'We got no answer in time, so we cannot say whether it arrived. You can send it again; it will not count twice.',
  ],
  [
    'may have arrived, so long ago that it may count twice',
    1,
    forgotten,
    'may count twice',
    'We got no answer, so we cannot say whether it arrived. Please check first: sending it again may count it twice.',
  ],
])('the text of an expired entry is that it %s', (_what, tries, createdAt, message, userMessage) => {
  const failed = markExpired(entry({ tries, createdAt, validUntil: at(-1) }), now);
  expect(failed).toMatchObject({ key: 'key-1', tries, createdAt, state: 'failed', expired: true });
  expect(failed.failure).toEqual({ code: 0, message, userMessage, fields: {} });
});

describe('a retry of an expired entry', () => {
  const late = (over: Partial<StoredEntry>, when = now) => markExpired(entry({ validUntil: at(-1), ...over }), when);

  it.each([
    ['its 25 days continue from its first try', { tries: 2, createdAt: at(-20 * DAY) }, { tries: 2, createdAt: at(-20 * DAY) }],
    ['its 25 days start again if it was never tried', { tries: 0, createdAt: forgotten }, { tries: 0, createdAt: at(0) }],
    [
      'its 25 days start again if the guard has read that it may count twice',
      { tries: 2, createdAt: forgotten },
      { tries: 2, createdAt: at(0) },
    ],
  ])('keeps its key and drops its end: %s', (_what, over, is) => {
    const reset = resetForRetry(late(over), now);
    expect(reset).toMatchObject({ key: 'key-1', state: 'waiting', validUntil: null, ...is });
    expect(reset).not.toHaveProperty('failure');
    expect(reset).not.toHaveProperty('expired');
    expect(isExpired(reset, now)).toBe(false);
  });

  it('first changes the text to “may count twice” when the server may have deleted the key since', () => {
    const warned = late({ tries: 1, createdAt: forgotten }, new Date(at(-DAY)));
    expect(warned.failure?.userMessage).toContain('it will not count twice');
    const reset = resetForRetry(warned, now);
    expect(reset).toMatchObject({ state: 'failed', expired: true, createdAt: forgotten, failure: { message: 'may count twice' } });
    expect(resetForRetry(reset, now)).toMatchObject({ state: 'waiting', createdAt: at(0) });
  });

  it('expires again with the text “may count twice” without a reply', () => {
    const reset = resetForRetry(late({ tries: 2, createdAt: at(-20 * DAY) }), now);
    const then = new Date(at(5 * DAY));
    expect(isExpired(reset, then)).toBe(true);
    expect(markExpired(reset, then).failure?.message).toBe('may count twice');
  });
});

it('keeps the end of a refused entry at a retry', () => {
  const failure = { code: 409, message: '', userMessage: '', fields: {} };
  const reset = resetForRetry(entry({ state: 'failed', failure, validUntil: at(9), tries: 4 }), now);
  expect(reset).toMatchObject({ state: 'waiting', validUntil: at(9), createdAt: at(-1), tries: 0 });
  expect(reset).not.toHaveProperty('failure');
});

it('keeps the number of tries when the entry failed without a refusal of the server', () => {
  const failure = { code: 0, message: 'files lost', userMessage: '', fields: {} };
  expect(resetForRetry(entry({ state: 'failed', failure, tries: 3 }), now)).toMatchObject({ state: 'waiting', tries: 3 });
});

it('ends the pause of a waiting entry at a retry, and keeps the number of tries', () => {
  const reset = resetForRetry(entry({ tries: 3, notBefore: at(5), isTold: true }), now);
  expect(reset).toMatchObject({ state: 'waiting', tries: 3, notBefore: null, isTold: false });
});

it('selects the first waiting entry of each order key, past failed ones', () => {
  const all = [
    entry({ key: 'a', order: 's1', state: 'failed' }),
    entry({ key: 'b', order: 's1', notBefore: at(5) }),
    entry({ key: 'c', order: 's1' }),
    entry({ key: 'd', order: 's2' }),
    entry({ key: 'e' }),
    entry({ key: 'f' }),
  ];
  expect(firstPerGroup(all).map(({ key }) => key)).toEqual(['b', 'd', 'e', 'f']);
});

it.each([
  ['no pause', {}, false, true],
  ['a pause that is over now', { notBefore: at(0) }, false, true],
  ['a pause that is over', { notBefore: at(-1) }, false, true],
  ['a pause', { notBefore: at(1) }, false, false],
  ['a pause that sendNow ends', { notBefore: at(1) }, true, true],
  ["the server's pause at sendNow", { notBefore: at(1), isTold: true }, true, false],
])('for an entry with %s returns whether it is due: %s', (_what, over, hurry, is) => {
  expect(isDue(entry(over), now, hurry)).toBe(is);
});

it('returns the time until the first pause ends or the first entry expires', () => {
  const ends = entry({ validUntil: at(30) });
  expect(msUntilNextChange([ends, entry({ notBefore: at(2) }), entry({ state: 'failed', notBefore: at(1) })], now)).toBe(120_000);
  expect(msUntilNextChange([ends], now)).toBe(30 * 60_000);
  expect(msUntilNextChange([entry({ state: 'sent' })], now)).toBeNull();
  expect(msUntilNextChange([entry({ notBefore: at(0), validUntil: at(30) })], now)).toBe(30 * 60_000);
  expect(msUntilNextChange([entry()], now)).toBe((25 * 24 * 60 - 1) * 60_000);
});

it('treats a sent entry as old after one hour', () => {
  expect(isOldSent(entry({ state: 'sent', sentAt: at(-60) }), now)).toBe(false);
  expect(isOldSent(entry({ state: 'failed', sentAt: at(-61) }), now)).toBe(false);
  expect(isOldSent(entry({ state: 'sent', sentAt: at(-61) }), now)).toBe(true);
  expect(isOldSent(entry({ createdAt: at(-600) }), now)).toBe(false);
});
