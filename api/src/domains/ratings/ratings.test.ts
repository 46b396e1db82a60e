import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { listRatings, rateShift, ratingDetail, ratingMessages } from '@portal/contracts/ratings/ratings.endpoints';
import { startApi, type TestApi, type TestGuard } from '../../testing/api';
import { type GivenShift, reasons, worker, workerAt } from '../../testing/shifts';

let api: TestApi;
let guard: TestGuard;
let given: GivenShift;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  ({ guard, given } = await workerAt(api, '2027-03-10T15:00:00.000Z'));
});

const rate = (extra: Record<string, unknown> = {}) =>
  api.call(rateShift, { guard: guard.email, shiftId: given.shiftId, rating: 4.5, ...extra } as never);
const list = async () => (await api.call(listRatings, {}, { token: guard.token })).data.docs;
const work = async () => {
  api.clock.set('2027-03-10T17:00:00.000Z');
  const they = worker(api, guard, given);
  await they.start();
  api.clock.advance({ hours: 8 });
  await they.end({ shiftEndComment: 'Handed over the keys' });
};

describe('ratings', () => {
  it('[API-EARN-04, DATA-ACCT-18, DATA-ACCT-20] are listed with what was said, and of which job', async () => {
    await work();
    await rate({ description: ' Calm when it counted. ' });
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        rating: 4.5,
        description: 'Calm when it counted.',
        createdAt: '2027-03-11T01:00:00.000Z',
        jobId: { id: given.jobId, jobTitle: 'Gate watch', locationId: { locationName: expect.stringMatching(/Toronto/) } },
        shiftId: expect.any(Object),
      },
    ]);
  });

  it('[DATA-JOB-22, DATA-ACCT-21] carry the shift with the reason of its end and its comment', async () => {
    await work();
    await rate();
    expect((await list())[0]?.shiftId).toEqual({
      id: given.shiftId,
      shiftDate: '2027-03-10',
      endReasonId: { id: reasons.complete, name: 'The shift is complete' },
      shiftEndComment: 'Handed over the keys',
    });
  });

  it("[API-EARN-05] one is read by its id; another guard's is not there", async () => {
    await work();
    const { data } = await rate();
    expect(await api.call(ratingDetail, { id: data.id }, { token: guard.token })).toMatchObject({ code: 200, data });
    const other = await api.guard();
    expect(await api.call(ratingDetail, { id: data.id }, { token: other.token })).toMatchObject({ status: 404, data: null });
    expect((await api.call(listRatings, {}, { token: other.token })).data.docs).toEqual([]);
    expect((await api.call(listRatings, {})).code).toBe(401);
  });

  it.each([
    [0.5, 200],
    [5, 200],
    [0, 400],
    [4.2, 400],
    [5.5, 400],
    ['best', 400],
  ])('[DATA-ACCT-19] %p is replied with %i', async (rating, code) => {
    await work();
    expect((await rate({ rating })).code).toBe(code);
  });

  it('are given to an ended shift only; said again they replace; the guard is told, and the average follows', async () => {
    expect(await rate()).toMatchObject({ code: 409, message: ratingMessages.notEnded });
    await work();
    await rate({ rating: 2 });
    await rate({ rating: 5 });
    expect((await list()).map(({ rating }) => rating)).toEqual([5]);
    const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(data.docs.map(({ description }) => description)).toContain('Gate watch: 5 of 5');
    expect((await api.call(profileSummary, { id: guard.id }, { token: guard.token })).data.rating).toBe(5);
  });
});
