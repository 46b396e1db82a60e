import { setClock } from '../../../test/services';
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
  expect(judged).toEqual({ at: at(counted), receivedAt: at(0), isServerTime });
});

it('accepts events up to twelve hours old, and no older ones', () => {
  expect(resolveRecentEventTime(at(-12 * 3600)).at).toBe(at(-12 * 3600));
  expect(resolveRecentEventTime(undefined).at).toBe(at(0));
  expect(resolveRecentEventTime(at(-60), at(-30)).at).toBe(at(-30));
  expect(() => resolveRecentEventTime(at(-12 * 3600 - 1))).toThrow(expect.objectContaining({ code: 409 }));
});
