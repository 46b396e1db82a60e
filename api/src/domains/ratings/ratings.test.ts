import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { appealRating, listRatings, ratingDetail } from '@portal/contracts/ratings/ratings.endpoints';
import { ratingMessages } from '@portal/contracts/ratings/ratings.rules';
import { rateShift } from '@portal/contracts/ratings/ratings.staff';
import { endJobReasons } from '@portal/contracts/shifts/shifts.endpoints';
import { ticketDetail } from '@portal/contracts/tickets/tickets.endpoints';
import { openTickets } from '@portal/contracts/tickets/tickets.staff';
import { sql } from 'kysely';
import { bookTransaction } from '../../../test/earnings';
import { arrangeShift, createWorkerAt, type GivenShift, markWorked, reasons, shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;

beforeEach(async () => {
  ({ guard, given } = await createWorkerAt(api, '2027-03-10T15:00:00.000Z'));
});

const rate = (extra: Record<string, unknown> = {}) =>
  api.call(rateShift, { guard: guard.email, shiftId: given.shiftId, rating: 4.5, ...extra } as never);
const list = async () => (await api.call(listRatings, {}, { token: guard.token })).data.docs;
const work = async (extra: Record<string, unknown> = {}) => {
  api.clock.set('2027-03-10T17:00:00.000Z');
  const they = shiftCalls(api, guard, given);
  await they.start();
  api.clock.advance({ hours: 8 });
  await they.end({ shiftEndComment: 'Handed over the keys', ...extra });
};

describe('ratings', () => {
  it('[API-EARN-04, DATA-ACCT-18, DATA-ACCT-20] are listed with their comment and job', async () => {
    await work();
    api.clock.advance({ minutes: 20 });
    await rate({ description: ' Calm when it counted. ' });
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        rating: 4.5,
        description: 'Calm when it counted.',
        createdAt: '2027-03-11T01:20:00.000Z',
        jobId: { id: given.jobId, jobTitle: 'Gate watch', locationId: { locationName: expect.stringMatching(/Toronto/) } },
        shiftId: expect.any(Object),
        appeal: null,
      },
    ]);
  });

  it('[DATA-JOB-22, DATA-ACCT-21] each have their shift, with the reason of its end and its comment', async () => {
    const { data } = await api.call(endJobReasons, {}, { token: guard.token });
    const reason = data.at(-1);
    expect(reason?.id).not.toBe(reasons.complete);
    await work({ endReasonId: reason?.id });
    await rate();
    expect((await list())[0]?.shiftId).toEqual({
      id: given.shiftId,
      shiftDate: '2027-03-10',
      endReasonId: { id: reason?.id, name: reason?.name },
      shiftEndComment: 'Handed over the keys',
    });
    api.clock.set('2027-03-11T15:00:00.000Z');
    const later = await arrangeShift(api, guard, { jobTitle: 'Hall watch', dates: ['2027-03-12', '2027-03-13'] });
    const [, last = ''] = later.shiftIds;
    const next = { jobId: later.jobId, shiftId: last };
    api.clock.set('2027-03-13T17:00:00.000Z');
    await shiftCalls(api, guard, next).start();
    api.clock.advance({ hours: 8 });
    await shiftCalls(api, guard, next).end({ shiftEndComment: 'Locked the hall' });
    await rate({ shiftId: last });
    const complete = data.find(({ id }) => id === reasons.complete);
    expect((await list()).map(({ shiftId }) => shiftId)).toEqual([
      {
        id: last,
        shiftDate: '2027-03-13',
        endReasonId: { id: reasons.complete, name: complete?.name },
        shiftEndComment: 'Locked the hall',
      },
      { id: given.shiftId, shiftDate: '2027-03-10', endReasonId: reason, shiftEndComment: 'Handed over the keys' },
    ]);
  });

  it("[API-EARN-04, API-EARN-05, DATA-ACCT-18, DATA-ACCT-20] all are listed, one is read by its id; another guard's is not found", async () => {
    await work();
    const { data } = await rate();
    const asked = await api.request(`/v1/guards/rating/${data.id}`, { headers: { authorization: `Bearer ${guard.token}` } });
    expect(asked.body).toMatchObject({ code: 200, data: JSON.parse(JSON.stringify(data)) });
    api.clock.set('2027-03-11T15:00:00.000Z');
    const later = await arrangeShift(api, guard, { jobTitle: 'Hall watch', city: 'Hamilton', dates: ['2027-03-12'] });
    const they = shiftCalls(api, guard, later);
    api.clock.set('2027-03-12T17:00:00.000Z');
    await they.start();
    await they.end();
    const second = await rate({ shiftId: later.shiftId, rating: 2, description: 'Came late.' });
    const said = (await list()).map(({ id, rating, description, createdAt }) => [id, rating, description, createdAt]);
    expect(said).toEqual([
      [second.data.id, 2, 'Came late.', '2027-03-12T17:00:00.000Z'],
      [data.id, 4.5, '', '2027-03-11T01:00:00.000Z'],
    ]);
    for (const one of [data, second.data]) expect((await api.call(ratingDetail, { id: one.id }, { token: guard.token })).data).toEqual(one);
    expect((await list()).map(({ jobId }) => [jobId.id, jobId.jobTitle, jobId.locationId.locationName.split(', ')[1]])).toEqual([
      [later.jobId, 'Hall watch', 'Hamilton'],
      [given.jobId, 'Gate watch', 'Toronto'],
    ]);
    const other = await api.guard();
    expect(await api.call(ratingDetail, { id: data.id }, { token: other.token })).toMatchObject({ status: 404, data: null });
    expect((await api.call(listRatings, {}, { token: other.token })).data.docs).toEqual([]);
    expect((await api.call(listRatings, {})).code).toBe(401);
  });

  it.each([
    [0.5, 200],
    [3, 200],
    [3.5, 200],
    [5, 200],
    [0, 400],
    [4.2, 400],
    [4.25, 400],
    [5.5, 400],
    ['best', 400],
  ])('[DATA-ACCT-19] %p is replied with %i, and read as it was given or not at all', async (rating, code) => {
    await work();
    expect((await rate({ rating })).code).toBe(code);
    expect((await list()).map((one) => one.rating)).toEqual(code === 200 ? [rating] : []);
  });

  it('[AUTHZ-34] a guard sees their own ratings; a guest and a guard with an onboarding step left do not', async () => {
    await work();
    const { data } = await rate();
    expect((await list()).map(({ id }) => id)).toEqual([data.id]);
    const pending = await api.guard({ step: 'registration' });
    for (const token of [undefined, pending.token])
      for (const asked of [
        api.call(listRatings, {}, token ? { token } : {}),
        api.call(ratingDetail, { id: data.id }, token ? { token } : {}),
      ])
        expect(await asked).toMatchObject({ code: token ? 403 : 401 });
  });

  describe('an appeal', () => {
    const appeal = (id: string, words?: string, token = guard.token) => api.call(appealRating, { id, words }, { token });
    const tickets = async () => (await api.call(openTickets, {})).data.filter((ticket) => ticket.guard === guard.id);

    it('is a ticket about the job, with the rating, its reason and the guard’s text; no picture is required', async () => {
      await work();
      const { data } = await rate({ rating: 1.5, description: 'Was late.' });
      const { code, data: appealed } = await appeal(data.id, ' The gate was locked until 9. ');
      expect(code).toBe(200);
      const ticketId = appealed.appeal?.ticketId ?? '';
      expect(await tickets()).toEqual([expect.objectContaining({ id: ticketId })]);
      expect((await api.call(ticketDetail, { id: ticketId }, { token: guard.token })).data).toMatchObject({
        ticketTitle: 'Appeal: rated 1.5 of 5',
        ticketType: 5,
        images: [],
        jobId: { id: given.jobId },
        description: 'The shift of 2027-03-10 was rated 1.5 of 5.\nReason given: Was late.\n\nThe gate was locked until 9.',
      });
      expect((await list())[0]?.appeal).toEqual(appealed.appeal);
    });

    it('is made once, also by two concurrent requests', async () => {
      await work();
      const { data } = await rate({ rating: 2 });
      const replies = await Promise.all([appeal(data.id), appeal(data.id, 'Again')]);
      const again = await appeal(data.id);
      const made = new Set([...replies, again].map(({ code, data: one }) => `${code} ${one.appeal?.ticketId}`));
      expect(made.size).toBe(1);
      expect(await tickets()).toHaveLength(1);
      expect((await tickets())[0]?.description).toContain('No reason was given.');
    });

    it('is not made again when its ticket was deleted', async () => {
      await work();
      const { data } = await rate({ rating: 2 });
      await appeal(data.id);
      await sql`delete from tickets where guard_id = ${guard.id}`.execute(db());
      expect(await appeal(data.id)).toMatchObject({ status: 409, message: 'You have already appealed this rating.' });
      expect(await tickets()).toEqual([]);
    });

    it("of another guard's rating replies 404, as for an unknown rating", async () => {
      await work();
      const { data } = await rate();
      const other = await api.guard();
      expect(await appeal(data.id, '', other.token)).toMatchObject({ status: 404, message: ratingMessages.none });
      expect(await appeal('00000000-0000-4000-8000-000000000000')).toMatchObject({ status: 404, message: ratingMessages.none });
      expect(await tickets()).toEqual([]);
    });
  });

  it('[API-GUARD-21, DATA-ACCT-10] a summary has the hours, the pay and the rating of the worked shifts', async () => {
    await work();
    await rate({ rating: 4.5 });
    const { data } = await api.call(profileSummary, { id: guard.id }, { token: guard.token });
    expect(data).toEqual({ totalEarning: '200.00', eWallet: '200.00', hoursWorked: '8', rating: 4.5 });
    api.clock.set('2027-03-11T15:00:00.000Z');
    const later = await arrangeShift(api, guard, { jobTitle: 'Hall watch', dates: ['2027-03-12'], end: '16:30', hourlyRate: 30 });
    await markWorked(later.shiftId);
    await bookTransaction(guard, 'withdrawn', '35.50', '2027-03-13T12:00:00Z');
    api.clock.set('2027-03-13T15:00:00.000Z');
    await rate({ shiftId: later.shiftId, rating: 2.5 });
    const both = { totalEarning: '335.00', eWallet: '299.50', hoursWorked: '12.5', rating: 3.5 };
    expect((await api.call(profileSummary, { id: guard.id }, { token: guard.token })).data).toEqual(both);
  });

  it('are given to an ended shift only; a second rating replaces the first; the guard is notified, and the average follows', async () => {
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
