import type { DeviceTime } from '@portal/contracts/_kernel/deviceTime';
import { setClock } from '../../../test/services';
import { extendContext } from '../../platform/context';
import { isFar, latest, resolveEventTime, resolveRecentEventTime } from './event-time';

const NOW = Date.parse('2027-03-14T15:00:00.000Z');
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

beforeEach(() => setClock({ now: () => new Date(NOW) }));

it.each([
  [null, null, false],
  [500, null, false],
  [500.1, null, true],
  [600, 100, false],
  [601, 100, true],
  [400, 1000, false],
])('%s metres away, with an accuracy of %s, is far: %s', (distance, accuracy, is) => expect(isFar(distance, accuracy)).toBe(is));

it('returns the latest of some instants, and null without any', () => {
  expect(latest(at(1), null, at(3), undefined, at(2))).toBe(at(3));
  expect([latest(), latest(null, undefined)]).toEqual([null, null]);
});

it.each([
  ['without one: the server’s', undefined, null, 0, false],
  ['in the past: the phone’s', -60, null, -60, false],
  ['a little ahead: now, and the phone is trusted', 120, null, 0, false],
  ['too far ahead: the server’s', 121, null, 0, true],
  ['after the previous event: the phone’s', -60, -90, -60, false],
  ['a little before the previous event: that event’s', -210, -90, -90, false],
  ['far before the previous event: the server’s', -211, -90, 0, true],
  ['without one, after an event in the future: that event’s', undefined, 30, 30, false],
] as const)('of an instant %s', (_what, told, before, counted, isServerTime) => {
  const judged = resolveEventTime(told === undefined ? undefined : at(told), before === null ? null : at(before));
  expect(judged).toEqual({ at: at(counted), receivedAt: at(0), isServerTime, withinMs: null });
});

it('accepts events up to twelve hours old, and no older ones', () => {
  expect(resolveRecentEventTime(at(-12 * 3600)).at).toBe(at(-12 * 3600));
  expect(resolveRecentEventTime(undefined).at).toBe(at(0));
  expect(resolveRecentEventTime(at(-60), at(-30)).at).toBe(at(-30));
  expect(() => resolveRecentEventTime(at(-12 * 3600 - 1))).toThrow(expect.objectContaining({ code: 409 }));
});

const HOUR = 3600;
const DAY = 24 * HOUR;

/** An act of 10:00, sent at noon. The device last had the server's time at 9:00, and was killed for three minutes since. Times in seconds. */
const offline = { clock: -2 * HOUR, estimate: -2 * HOUR, earliest: -2 * HOUR - 60, waited: 2 * HOUR - 120 };

function withDevice<T>(seconds: typeof offline, act: () => T): T {
  const ms = (value: number) => NOW + value * 1000;
  const { clock, estimate, earliest, waited } = seconds;
  const deviceTime: DeviceTime = { clock: ms(clock), estimate: ms(estimate), earliest: ms(earliest), waited: waited * 1000 };
  return extendContext({ deviceTime }, act);
}
const moved = (seconds: number) => ({ ...offline, clock: offline.clock + seconds, estimate: offline.estimate + seconds });

describe('with the bounds of the device', () => {
  it.each([
    ['right: its own time', 0, -2 * HOUR, 120, false],
    ['50 s fast: its own time', 50, -2 * HOUR + 50, 110, false],
    ['a day fast: the latest possible time', DAY, -2 * HOUR + 120, 180, true],
    ['a day slow: the earliest possible time', -DAY, -2 * HOUR - 60, 180, true],
  ] as const)('[TRUTH-01] counts, for a clock that is %s', (_what, error, counted, within, isServerTime) => {
    const judged = withDevice(moved(error), () => resolveEventTime(at(moved(error).clock)));
    expect(judged).toEqual({ at: at(counted), receivedAt: at(0), isServerTime, withinMs: within * 1000 });
    expect(withDevice(moved(error), () => resolveRecentEventTime(at(moved(error).clock)).at)).toBe(at(counted));
  });

  it('[TRUTH-04] keeps the order of two acts if the clock was set back between them', () => {
    const first = { clock: -100, estimate: -100, earliest: -200, waited: 50 };
    const second = { clock: -190, estimate: -90, earliest: -190, waited: 40 };
    const times = [first, second].map((one) => withDevice(one, () => resolveEventTime(at(one.clock)).at));
    expect(times).toEqual([at(-100), at(-90)]);
  });

  it('counts the time at which the guard pressed, if the phone then searched its position', () => {
    const judged = withDevice(offline, () => resolveEventTime(at(offline.clock - 20)));
    expect(judged).toMatchObject({ at: at(-2 * HOUR - 20), withinMs: 120_000 });
  });

  it('leaves an earlier time that a guard names as it is, without a statement', () => {
    const named = at(offline.clock - 15 * 60 - 1);
    expect(withDevice(offline, () => resolveEventTime(named))).toMatchObject({ at: named, withinMs: null });
  });

  const named = (device: typeof offline, seconds: number, notBefore: string | null = null) =>
    withDevice(device, () => resolveEventTime(at(seconds), notBefore, true));

  it.each([
    ['ten minutes fast', { clock: 600, estimate: 600, earliest: 0, waited: 0 }, 0, 0],
    ['right', offline, offline.clock - 20 * 60, offline.clock - 20 * 60],
    ['a day slow', { clock: -DAY - HOUR, estimate: -HOUR, earliest: -HOUR, waited: HOUR }, -DAY - HOUR - 1200, -HOUR - 1200],
  ])('[TRUTH-01] keeps the time of day that a guard names with a clock that is %s, without a statement', (_what, device, told, counted) => {
    expect(named(device, told, at(-6 * HOUR))).toMatchObject({ at: at(counted), withinMs: null, isServerTime: false });
  });

  it.each([
    ['a clock that agrees with the receipt', -2, -HOUR, at(-2), 59_000],
    ['a clock that is an hour slow, which may have slept after the act', -HOUR, -HOUR, at(-HOUR), 3_599_000],
    ['a clock that is an hour fast', HOUR, -HOUR, at(-1), 3_599_000],
  ])('states the exactness of an act that is sent directly, after sleep, with %s', (_what, clock, earliest, counted, withinMs) => {
    const judged = withDevice({ clock, estimate: clock, earliest, waited: 1 }, () => resolveEventTime(at(clock)));
    expect(judged).toMatchObject({ at: counted, withinMs });
  });

  it('does not take an estimate that the device has limited for an agreement of its clock', () => {
    const judged = withDevice({ clock: DAY, estimate: -1, earliest: -HOUR, waited: 1 }, () => resolveEventTime(at(DAY)));
    expect(judged).toMatchObject({ at: at(-1), withinMs: 3_599_000 });
  });

  it('states no exactness that its column cannot store', () => {
    const most = 2 ** 31 - 1;
    const deviceTime = { clock: NOW - 5000, estimate: NOW - 5000, earliest: NOW - 5000 - most, waited: 61_000 };
    expect(extendContext({ deviceTime }, () => resolveEventTime(at(-5), at(0))).withinMs).toBe(most);
  });

  it('never counts an act before the previous one', () => {
    expect(withDevice(offline, () => resolveEventTime(at(offline.clock), at(-2 * HOUR + 30)))).toMatchObject({
      at: at(-2 * HOUR + 30),
      withinMs: 90_000,
    });
  });

  it.each([
    ['its earliest time is after its latest', { ...offline, earliest: -60, waited: HOUR }],
    ['its earliest time is years ago', { ...offline, earliest: -1000 * DAY }],
  ])('ignores the bounds if %s', (_what, device) => {
    expect(withDevice(device, () => resolveEventTime(at(-30), at(-90)))).toMatchObject({ at: at(-30), withinMs: null });
  });

  it('refuses an act by its true age, not by the clock of the phone', () => {
    const old = { clock: 0, estimate: 0, earliest: -13 * HOUR, waited: 13 * HOUR - 60 };
    expect(() => withDevice(old, () => resolveRecentEventTime(at(0)))).toThrow(expect.objectContaining({ code: 409 }));
    const recent = { clock: -DAY, estimate: -DAY, earliest: -HOUR, waited: HOUR - 60 };
    expect(withDevice(recent, () => resolveRecentEventTime(at(-DAY)).at)).toBe(at(-HOUR));
  });
});
