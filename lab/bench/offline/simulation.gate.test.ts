import { runTrial } from './simulation';

const MINUTE = 60_000;

it('[TRUTH-05] keeps each act of two shifts without a connection once, in order and within its bound, with kills and a clock that is set', async () => {
  const outcome = await runTrial({ seed: 7, stretches: [8, 8], acts: 240, kills: 7, clockSets: 4, restart: [5, 45] });
  expect(outcome).toMatchObject({ acts: 240, lost: 0, doubled: 0, outOfOrder: 0, outside: 0, right: 240 });
  expect(outcome.median).toBeLessThanOrEqual(2 * MINUTE);
  expect(outcome.share95).toBeLessThanOrEqual(15 * MINUTE);
});

it('states a wider bound after sleep, which still contains the true time', async () => {
  const outcome = await runTrial({ seed: 7, stretches: [8], acts: 60, kills: 2, clockSets: 2, sleep: 30, restart: [5, 45] });
  expect(outcome).toMatchObject({ right: 60 });
  expect(outcome.worst).toBeGreaterThan(15 * MINUTE);
});
