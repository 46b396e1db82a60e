import { CHUNK_MS, LOAD_MS, lengthen, STALE_LOAD_MS, UNMOUNT_MS } from '@portal/mf-kit/deadlines';
import { attemptBudgetMs } from './deadlines';

it.each([
  [0, 1, 8000],
  [0, 2, 5000],
  [1, 2, 2500],
])('the version at place %d of %d has %d ms', (place, count, ms) => expect(attemptBudgetMs(place, count)).toBe(ms));

it('gives the active version alone less where a page has little patience', () => {
  expect([attemptBudgetMs(0, 1, 0.5), attemptBudgetMs(0, 2, 0.5), attemptBudgetMs(1, 2, 0.5)]).toEqual([4000, 2500, 2500]);
});

it('leaves a second and more of ten for asking whose fault it is', () => {
  expect(attemptBudgetMs(0, 1)).toBeLessThanOrEqual(9000);
  expect(attemptBudgetMs(0, 2) + attemptBudgetMs(1, 2)).toBeLessThanOrEqual(9000);
  expect([UNMOUNT_MS, STALE_LOAD_MS]).toEqual([500, 3000]);
});

it('lengthens a load and its chunks as the patience of the portal host says, and shortens neither', () => {
  expect([lengthen(LOAD_MS, 2), lengthen(CHUNK_MS, 2), attemptBudgetMs(0, 1, 2)]).toEqual([16_000, 14_000, 16_000]);
  expect([lengthen(LOAD_MS, 0.4), lengthen(CHUNK_MS, 0.4)]).toEqual([8000, 7000]);
});
