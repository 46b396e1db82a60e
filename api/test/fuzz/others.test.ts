import { everyRoute } from './fuzz';
import { type FuzzApi, startFuzzApi } from './fuzz-api';
import { sweepReplies } from './others';

let ground: FuzzApi;
beforeAll(async () => {
  ground = await startFuzzApi();
}, 120_000);
afterAll(() => ground.stop());

it('shows no other guard’s id in any reply to a guard when both have applied for the same jobs', async () => {
  const { sharedJobs, replied, shown } = await sweepReplies(ground, everyRoute());
  expect(shown).toEqual([]);
  expect(sharedJobs).toBeGreaterThan(1);
  expect(replied).toEqual(expect.arrayContaining(['jobs.detail', 'jobs.search', 'enotes.list']));
  expect(replied.length).toBeGreaterThan(60);
}, 300_000);
