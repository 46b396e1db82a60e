import { type Endpoint, isGuardCall } from '@portal/contracts/_kernel/endpoint';
import { myApplications } from '@portal/contracts/applications/applications.endpoints';
import { listDocuments } from '@portal/contracts/documents/documents.endpoints';
import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { payCheck } from '@portal/contracts/earnings/earnings.reports';
import { listWithdrawals } from '@portal/contracts/earnings/earnings.withdrawals';
import { enoteJobs, listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { listInjuries } from '@portal/contracts/injuries/injuries.endpoints';
import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { jobHistory, jobPlaces, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readLocations } from '@portal/contracts/privacy/privacy.endpoints';
import { listRatings } from '@portal/contracts/ratings/ratings.endpoints';
import { listTickets } from '@portal/contracts/tickets/tickets.endpoints';
import { sql } from 'kysely';
import { createDomains } from '../src/domains';
import { db } from '../src/platform/database/db';
import { documentCalls } from './documents';
import { bookTransaction } from './earnings';
import { noteCalls } from './enotes';
import { arrangeShift, markWorked } from './shifts';
import { type TestGuard, testApi } from './test-api';
import { testEnv } from './test-env';

const api = testApi();
let guard: TestGuard;
let jobId: string;
let shiftIds: string[];

/** Two rows of everything that a guard can list. */
beforeAll(async () => {
  guard = await api.guard();
  const [gate, hall] = [await arrangeShift(api, guard), await arrangeShift(api, guard, { jobTitle: 'Hall watch', dates: ['2027-03-11'] })];
  jobId = gate.jobId;
  shiftIds = [gate.shiftId, hall.shiftId];
  const docs = documentCalls(api);
  await docs.add(guard);
  await docs.add(guard, { documentType: 'Other', documentNumber: '777' });
  for (const title of ['First', 'Second']) {
    expect((await noteCalls(api, guard, jobId).write({ title, lat: 43.65, long: -79.38, accuracy: 12 })).code).toBe(200);
    await bookTransaction(guard, 'credit', '10.00', '2027-02-01T12:00:00Z');
    await sql`insert into injuries (guard_id, job_id, title, description, files, created_at)
      values (${guard.id}, ${jobId}, ${title}, 'x', '{a.png}', now())`.execute(db());
    await sql`insert into tickets (guard_id, job_id, ticket_type, ticket_title, description, images, created_at)
      values (${guard.id}, ${jobId}, 0, ${title}, 'x', '{a.png}', now())`.execute(db());
    await sql`insert into withdrawals (guard_id, amount, status, reason, created_at, closed_at)
      values (${guard.id}, 5, 'refused', ${title}, now(), now())`.execute(db());
  }
  await sql`insert into ratings (guard_id, job_id, shift_id, rating, created_at)
    select guard_id, job_id, shift_id, 4, now() from assignments where guard_id = ${guard.id}`.execute(db());
});

const paged: [string, string, { id: string }][] = [
  ['API-GEN-05, API-GEN-06, API-JOB-29/1', 'job search', searchJobs],
  ['API-GEN-05, API-GEN-06, API-JOB-29/1', 'history', jobHistory],
  ['API-GEN-05, API-GEN-06, API-JOB-29/1', 'e-notes', listEnotes],
  ['API-GEN-05, API-GEN-06, API-JOB-29/1', 'injuries', listInjuries],
  ['API-GEN-05, API-GEN-06', 'my jobs', myJobs],
  ['API-GEN-05, API-GEN-06', 'assigned jobs', assignedJobs],
  ['API-GEN-05, API-GEN-06', 'applications', myApplications],
  ['API-GEN-05, API-GEN-06', 'documents', listDocuments],
  ['API-GEN-05, API-GEN-06', 'tickets', listTickets],
  ['API-GEN-05, API-GEN-06', 'notifications', listNotifications],
  ['API-GEN-05, API-GEN-06', 'withdrawals', listWithdrawals],
];

it.each(paged)('[%s] the list of %s has the items of the page in data.docs, and the total in data.total', async (_id, _what, list) => {
  const reply = await api.call(list as Endpoint, { jobId, guardId: guard.id, limit: 1, page: 1 }, { token: guard.token });
  expect(reply).toMatchObject({ code: 200, data: { docs: [expect.any(Object)], total: 2 } });
  for (const key of ['docs', 'total']) expect(reply).not.toHaveProperty(key);
});

const whole: [string, { id: string }][] = [
  ['jobs for the e-notes', enoteJobs],
  ['places for the map', jobPlaces],
  ['ratings', listRatings],
  ['readings of the location', readLocations],
];

it.each(whole)('[API-GEN-05, API-GEN-06] the list of %s, which takes no limit, has docs and total, too', async (_what, list) => {
  const reply = await api.call(list as Endpoint, {}, { token: guard.token });
  expect(reply).toMatchObject({ code: 200, data: { docs: [expect.any(Object), expect.any(Object)], total: 2 } });
  for (const key of ['docs', 'total']) expect(reply).not.toHaveProperty(key);
});

it('[API-GEN-05, API-GEN-06, DATA-ACCT-15] the list of transactions has docs and total, too, next to the wallet', async () => {
  const { data } = await api.call(myEarning, { guardId: guard.id, limit: 1 } as never, { token: guard.token });
  expect(data.earnings).toMatchObject({ docs: [{ amount: '10.00' }], total: 2 });
});

it('[API-GEN-05, API-GEN-06] the list of checked pay has docs and total, too, next to the number of gaps', async () => {
  for (const shiftId of shiftIds) await markWorked(shiftId);
  const { data } = await api.call(payCheck, { limit: 1, page: 1 } as never, { token: guard.token });
  expect(data).toEqual({ docs: [expect.objectContaining({ shiftId: shiftIds[1] })], total: 2, gaps: 0 });
});

it('[API-GEN-05, API-GEN-06] every reply to a guard that has a list is tested here', () => {
  const lists = createDomains(testEnv).flatMap(({ endpoint }) =>
    isGuardCall(endpoint) && /"docs":/.test(JSON.stringify(endpoint.output.describe())) ? [endpoint.id] : [],
  );
  const here = [...paged.map(([, , { id }]) => id), ...whole.map(([, { id }]) => id), payCheck.id, myEarning.id];
  expect(lists.sort()).toEqual(here.sort());
});
