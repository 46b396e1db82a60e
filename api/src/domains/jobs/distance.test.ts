import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();

it('a guard without an address gets no distance', async () => {
  const guard = await api.guard();
  await api.call(postJob, { jobTitle: 'Gate watch' } as never);
  const distance = async () => (await api.call(searchJobs, {} as never, { token: guard.token })).data.docs[0]?.distanceFromBase;
  expect(await distance()).toBe(0);
  await sql`update guards set lat = null, lng = null where id = ${guard.id}`.execute(db());
  expect(await distance()).toBeNull();
});
