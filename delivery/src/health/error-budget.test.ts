import { type Budget, type EventSums, errorBudgets, type ModuleEvents, noEvents } from './error-budget';

const objective = { availability: 0.995, latencyMs: 2500, latencyShare: 0.75 };
const sums = (given: Partial<EventSums>): EventSums => ({ ...noEvents, ...given });
const events = (days: Record<string, Partial<EventSums>>, more: Partial<ModuleEvents> = {}): ModuleEvents => ({
  days: new Map(Object.entries(days).map(([day, one]) => [day, sums(one)])),
  lastHour: noEvents,
  lastSixHours: noEvents,
  ...more,
});
const [availability, latency] = [0, 1].map((at) => (given: ModuleEvents) => errorBudgets(objective, given)[at] as Budget) as [
  (given: ModuleEvents) => Budget,
  (given: ModuleEvents) => Budget,
];

it.each([
  ['no failure', 0, 100],
  ['a quarter of the allowed failures', 10, 75],
  ['all allowed failures', 40, 0],
  ['ten times the allowed failures', 400, 0],
])('leaves the rest of the availability budget after %s', (_what, bad, left) => {
  expect(availability(events({ '2026-05-01': { views: 4000 }, '2026-05-02': { views: 4000, bad } })).left).toBeCloseTo(left, 6);
});

it('leaves the rest of the latency budget', () => {
  expect(latency(events({ '2026-05-01': { loads: 400, late: 50 } }))).toMatchObject({ bad: 50, of: 400, target: 0.75, left: 50 });
});

it('[BUDGET-03] decides nothing with fewer events than one network could exhaust in a window', () => {
  const few = availability(events({ '2026-05-01': { views: 5799, bad: 5799 } }));
  expect(few).toMatchObject({ left: null, emptySince: null, needed: 5800 });
  expect(availability(events({ '2026-05-01': { views: 5800, bad: 28 } }))).toMatchObject({ emptySince: null });
  expect(availability(events({ '2026-05-01': { views: 5800, bad: 29 } }))).toMatchObject({ left: 0, emptySince: '2026-05-01' });
  expect(availability(events({}))).toMatchObject({ left: null, of: 0, emptySince: null });
});

it('names the day on which the failures of the window reached the allowed number, in any order of the days', () => {
  const days = { '2026-05-03': { views: 4000, bad: 90 }, '2026-05-01': { views: 2000, bad: 20 }, '2026-05-02': { views: 2000, bad: 20 } };
  expect(availability(events(days)).emptySince).toBe('2026-05-02');
});

it('gives the burn rate of one hour and of six: 1 exhausts the budget in one window', () => {
  const given = events({}, { lastHour: sums({ views: 200, bad: 5 }), lastSixHours: sums({ views: 1000, bad: 5, loads: 49, late: 49 }) });
  expect(availability(given).burn.hour).toBeCloseTo(5, 6);
  expect(availability(given).burn.sixHours).toBeCloseTo(1, 6);
  expect(latency(given).burn).toEqual({ hour: null, sixHours: null });
});

it('uses three quarters as the share of fast page loads if the objective names none', () => {
  expect(errorBudgets({ availability: 0.99, latencyMs: 2500 }, events({}))[1]?.target).toBe(0.75);
});
