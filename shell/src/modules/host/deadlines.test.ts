/** @jest-environment node */
import { CHUNK_MS, LOAD_MS, lengthen, STALE_LOAD_MS, UNMOUNT_MS } from '@portal/mf-kit/deadlines';
import { attemptBudgetMs } from './deadlines';

it.each([
  [0, 1, 8000],
  [0, 2, 5000],
  [1, 2, 2500],
])('gives the version at place %d of %d a budget of %d ms', (place, count, ms) => expect(attemptBudgetMs(place, count)).toBe(ms));

it('multiplies only the budget of the active version by the patience', () => {
  expect([attemptBudgetMs(0, 1, 0.5), attemptBudgetMs(0, 2, 0.5), attemptBudgetMs(1, 2, 0.5)]).toEqual([4000, 2500, 2500]);
});

it('leaves at least one of ten seconds for the failure attribution', () => {
  expect(attemptBudgetMs(0, 1)).toBeLessThanOrEqual(9000);
  expect(attemptBudgetMs(0, 2) + attemptBudgetMs(1, 2)).toBeLessThanOrEqual(9000);
  expect([UNMOUNT_MS, STALE_LOAD_MS]).toEqual([500, 3000]);
});

it('lengthens the deadlines of a load and its chunks by the patience, and never shortens them', () => {
  expect([lengthen(LOAD_MS, 2), lengthen(CHUNK_MS, 2), attemptBudgetMs(0, 1, 2)]).toEqual([16_000, 14_000, 16_000]);
  expect([lengthen(LOAD_MS, 0.4), lengthen(CHUNK_MS, 0.4)]).toEqual([8000, 7000]);
});
