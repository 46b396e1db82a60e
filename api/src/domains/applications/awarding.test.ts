import { award } from '@portal/contracts/applications/applications.staff';
import { cancelJob } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { applicationCalls, liveApplicationsOf } from '../../../test/applying';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';

let api: TestApi;
let guards: TestGuard[];

beforeAll(async () => {
  api = await startApi({ clock: '2027-03-10T15:00:00.000Z' });
  guards = await Promise.all(Array.from({ length: 8 }, () => api.guard()));
});
afterAll(() => api.stop());

const guard = (number: number) => guards[number] as TestGuard;
const { post, detail, apply } = applicationCalls(() => api, guard);

it('[DATA-JOB-20] shows each guard only their own application, and the number of all', async () => {
  const job = await post();
  for (const number of [1, 0]) {
    await apply(job, number);
    api.clock.advance({ seconds: 1 });
  }
  const seen = await Promise.all([0, 1, 2].map((number) => detail(job.jobId, number)));
  expect(seen).toMatchObject(
    [[guard(0).id], [guard(1).id], []].map((applyGuardIds) => ({
      isAppliedStatus: applyGuardIds.length > 0,
      applyGuardIds,
      appliedCount: 2,
    })),
  );
});

describe('award', () => {
  it('gives the guard every shift that is not over and notifies them', async () => {
    const job = await post({ dates: ['2027-03-08', '2027-03-12', '2027-03-13'] });
    await apply({ ...job, shiftIds: job.shiftIds.slice(1) }, 1);
    const { data } = await api.call(award, { jobId: job.jobId, guard: guard(1).email });
    expect(data).toEqual({ jobId: job.jobId, guardId: guard(1).id, shiftIds: job.shiftIds.slice(1) });
    const told = await api.call(listNotifications, {} as never, { token: guard(1).token });
    expect(told.data.docs[0]).toMatchObject({ title: 'You were awarded a job', description: 'Gate watch: 2 shifts are yours.' });
  });

  it('[API-JOB-28] the guard whom staff chose has the job, not the first applicant', async () => {
    const job = await post();
    for (const number of [3, 4, 5]) await apply(job, number);
    await api.call(award, { jobId: job.jobId, guard: guard(4).email });
    const statuses = await Promise.all([3, 4, 5].map(async (number) => (await detail(job.jobId, number)).jobStatus));
    expect(statuses).toEqual([1, 6, 1]);
  });

  it('refuses a guard who has not applied, and a second award', async () => {
    const job = await post();
    const awarded = () => api.call(award, { jobId: job.jobId, guard: guard(2).id });
    expect(await awarded()).toMatchObject({ code: 404, message: 'This guard has no open application for this job.' });
    await apply(job, 2);
    expect((await awarded()).code).toBe(200);
    expect(await awarded()).toMatchObject({ code: 409, message: 'This guard was already awarded this job.' });
  });

  it('is refused for a job that is gone, and for a job without a shift to come', async () => {
    const gone = { code: 410, message: 'This job is no longer open for applications.' };
    const job = await post();
    await apply(job, 7);
    await api.call(cancelJob, { jobId: job.jobId } as never);
    expect(await api.call(award, { jobId: job.jobId, guard: guard(7).id })).toMatchObject(gone);
    expect(await api.call(award, { jobId: '00000000-0000-4000-8000-000000000000', guard: guard(7).id })).toMatchObject(gone);
    const past = await post({ dates: ['2027-03-10'], start: '11:30', end: '13:00' });
    await apply(past, 7);
    api.clock.set('2027-03-10T18:00:00.000Z');
    const reply = await api.call(award, { jobId: past.jobId, guard: guard(7).id });
    api.clock.set('2027-03-10T15:00:00.000Z');
    expect(reply).toMatchObject({ code: 409, message: 'You can not apply for this job due to job time passed away' });
    expect(await liveApplicationsOf(past.jobId)).toEqual({ live: 1, counted: 1 });
  });
});
