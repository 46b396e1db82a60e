import { describeRun, faults, isInTime, runActivation, runActivations } from './simulation';

const SEED = 20_261_123;

// With 1,000 clean ones: npm run bench -- --only false-trips.
it('rolls back none of 300 clean activations, and each of 50 bad ones in time', async () => {
  const { clean, bad } = await runActivations(SEED, 300, 50);
  process.stdout.write(`Simulated activations: seed ${SEED}\n`);
  expect(clean.filter(({ trip }) => trip !== null).map(describeRun)).toEqual([]);
  expect(bad.filter((one) => !isInTime(one)).map(describeRun)).toEqual([]);
  expect([clean.length, bad.length]).toEqual([300, 50]);
  expect(new Set(bad.map(({ fault }) => fault))).toEqual(new Set(faults));
}, 300_000);

it('gives the same result for the same seed', async () => {
  expect(await runActivation(7, 'loads')).toEqual(await runActivation(7, 'loads'));
});
