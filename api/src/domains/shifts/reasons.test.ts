import { toWire } from '@portal/contracts/_kernel/wire';
import { breakReasons, endJobReasons } from '@portal/contracts/shifts/shifts.endpoints';
import { sql } from 'kysely';
import { reasons } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;
beforeAll(async () => {
  guard = await api.guard();
});

it('[ONJOB-14, API-JOB-22, API-JOB-23, DATA-JOB-25] the reasons of a break are read without input, as a list of id and name', async () => {
  const { code, data } = await api.call(breakReasons, {}, { token: guard.token });
  expect(code).toBe(200);
  expect(data[0]).toEqual({ id: reasons.meal, name: 'Meal' });
  const { rows } = await sql`select id, name from break_reasons order by position`.execute(db());
  expect([data, rows.length]).toEqual([rows, 6]);
  expect(toWire(breakReasons, {})).toEqual({ url: '/v1/break-reason/guard/list', body: undefined });
});

it('[ONJOB-24, ONJOB-25, API-JOB-26, API-JOB-27] the reasons of an end of a job are read without input, as a whole list', async () => {
  expect(toWire(endJobReasons, {})).toEqual({ url: '/v1/end-job-reason/guard/list', body: undefined });
  const { code, data } = await api.call(endJobReasons, {}, { token: guard.token });
  const { rows } = await sql`select id, name from end_job_reasons order by position`.execute(db());
  expect([code, data]).toEqual([200, rows]);
  expect(data.length).toBeGreaterThan(3);
});

it('[ONJOB-24, ONJOB-25, DATA-JOB-27] the reasons of an end of a job have the fields of every other reason', async () => {
  const { data } = await api.call(endJobReasons, {}, { token: guard.token });
  expect(data[0]).toEqual({ id: reasons.complete, name: 'The shift is complete' });
  for (const reason of data) expect(Object.keys(reason)).toEqual(['id', 'name']);
});

it('reasons are for guards only', async () => {
  expect((await api.call(breakReasons, {})).code).toBe(401);
  expect((await api.call(endJobReasons, {})).code).toBe(401);
});
