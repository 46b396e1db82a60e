import { applyForJob, myApplications } from '@portal/contracts/applications/applications.endpoints';
import { award, cancelAward } from '@portal/contracts/applications/applications.staff';
import { makeFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { getRooms } from '@portal/contracts/chat/chat.endpoints';
import { liveCovers, refuseCover, setCoverRule } from '@portal/contracts/covers/covers.staff';
import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { handoversOfShift, leaveHandover, readHandovers } from '@portal/contracts/handovers/handovers.endpoints';
import { listHandovers } from '@portal/contracts/handovers/handovers.staff';
import { jobDetail, jobHistory, myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { cancelJob, changeShift } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { requestDeletion } from '@portal/contracts/privacy/privacy.endpoints';
import { carryOutDeletion } from '@portal/contracts/privacy/privacy.staff';
import { currentShift, shiftRecord } from '@portal/contracts/shifts/shifts.endpoints';
import { recordLines } from '@portal/contracts/shifts/shifts.record';
import { confirmEarlyStart } from '@portal/contracts/shifts/shifts.staff';
import { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { sql } from 'kysely';
import { coverCalls, createFittingGuard } from '../../../test/covers';
import { withFailingInserts } from '../../../test/failing-inserts';
import { findViolations } from '../../../test/invariants';
import { arrangeShift, type GivenShift, shiftCalls } from '../../../test/shifts';
import { collectChanges } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';
import { alertOfOffers, endOverdueOffers } from './covers.service';

const api = testApi();
let first: TestGuard;
let second: TestGuard;
let shift: GivenShift;
let cover: ReturnType<typeof coverCalls>;

/** The shift is on 2027-03-12 from 14:00 to 22:00 UTC, so the offer ends at 12:00 UTC. */
beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  [first, second] = [await createFittingGuard(api), await createFittingGuard(api)];
  shift = await arrangeShift(api, first, { dates: ['2027-03-12'], start: '09:00', end: '17:00' });
  cover = coverCalls(api, shift);
});
afterEach(async () => {
  expect(await findViolations()).toEqual([]);
  await sql`delete from cover_offers`.execute(db());
  await sql`delete from outgoing_messages`.execute(db());
  await sql`update guards set status = 0`.execute(db());
});

const alertsOf = async ({ token }: TestGuard) =>
  (await api.call(listNotifications, {} as never, { token })).data.docs.map(({ title }) => title);
const heldBy = async ({ token }: TestGuard, given = shift) =>
  (await api.call(jobDetail, { jobId: given.jobId } as never, { token })).data.upcomingShifts
    .filter(({ state }) => state !== null)
    .map(({ shiftId, state, cover: offer }) => [shiftId, state, offer?.state]);
const openFor = async (guard: TestGuard) => (await cover.list(guard)).open.map(({ jobTitle, state }) => [jobTitle, state]);
const stateOf = async (guard = first) => (await cover.list(guard)).own[0]?.state;
const mails = async () =>
  (
    await sql<{
      subject: string;
    }>`select subject from outgoing_messages where subject like '%: Gate watch' order by created_at, id`.execute(db())
  ).rows.map(({ subject }) => subject);
async function offered(note?: string): Promise<string> {
  expect(await cover.offer(first, note)).toMatchObject({ code: 200, message: 'Your shift is offered to guards who fit.' });
  await alertOfOffers();
  return cover.offerId(first);
}
async function proposed(): Promise<string> {
  const id = await offered();
  expect((await cover.accept(second, id)).data).toEqual({ state: 'proposed' });
  return id;
}
const calendarOf = async ({ url }: { url: string }) => (await fetch(url.replace(/^https?:\/\/[^/]+/, api.url))).text();
async function handOver(given: Pick<GivenShift, 'jobId' | 'shiftId'>, from: TestGuard, to: TestGuard): Promise<void> {
  const calls = coverCalls(api, given);
  expect((await calls.offer(from)).code).toBe(200);
  const id = await calls.offerId(from);
  expect((await calls.accept(to, id)).code).toBe(200);
  expect((await calls.approve(id)).code).toBe(200);
}
const set = (guard: TestGuard, columns: string) => sql.raw(`update guards set ${columns} where id = '${guard.id}'`).execute(db());

describe('a guard offers a shift', () => {
  it('[COVER-01] and it reaches the guards who fit with its facts; the shift shows the offer and stays with the guard', async () => {
    const near = await createFittingGuard(api);
    await set(near, 'lat = 43.6540');
    await offered(' Bring boots ');
    expect(await heldBy(first)).toEqual([[shift.shiftId, 'awarded', 'open']]);
    const { open } = await cover.list(second);
    expect(open).toEqual([
      {
        ...{ offerId: await cover.offerId(first), state: 'open', jobId: shift.jobId, shiftId: shift.shiftId, jobTitle: 'Gate watch' },
        ...{ userId: expect.any(String), locationName: expect.any(String), shiftDate: '2027-03-12', timeZone: 'America/Toronto' },
        ...{ startTime: '2027-03-12T14:00:00.000Z', endTime: '2027-03-12T22:00:00.000Z', hourlyRate: '25.00', pay: '200.00' },
        ...{ distance: expect.any(Number), note: 'Bring boots', isAutomatic: false, offeredAt: '2027-03-10T15:00:00.000Z' },
        ...{ endsAt: '2027-03-12T12:00:00.000Z', proposedAt: null, decidedAt: null },
      },
    ]);
    for (const guard of [second, near]) expect(await alertsOf(guard)).toEqual(['A shift to cover']);
    expect(await alertsOf(first)).not.toContain('A shift to cover');
    expect(await mails()).toContain('Shift offered: Gate watch');
  });

  it('[COVER-01] is refused for a shift of another guard, on leave, already offered, or of a cancelled job', async () => {
    expect(await cover.offer(second)).toMatchObject({ code: 403, message: 'You can only offer your own shifts.' });
    expect((await Promise.all([cover.offer(first), cover.offer(first)])).map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await cover.offer(first)).toMatchObject({ code: 409, message: 'You have already offered this shift.' });
    await cover.withdraw(first);
    const leave = { ...shift, shiftDate: '2027-03-12', leaveTitle: 1 };
    await api.call(applyLeave, leave as never, { token: first.token });
    const notOfferable = 'You can offer a shift that is yours, has no leave, and begins in more than two hours.';
    expect(await cover.offer(first)).toMatchObject({ code: 409, message: notOfferable });
    const other = await arrangeShift(api, second, { dates: ['2027-03-20'] });
    await api.call(cancelJob, { jobId: other.jobId } as never);
    expect(await coverCalls(api, other).offer(second)).toMatchObject({ code: 409, message: notOfferable });
  });

  it('[COVER-02] can be made and accepted until two hours before the start, and not later', async () => {
    api.clock.set('2027-03-12T11:59:00.000Z');
    const id = await offered();
    api.clock.set('2027-03-12T12:00:00.000Z');
    expect(await cover.accept(second, id)).toMatchObject({
      code: 409,
      message: 'This offer has ended. Look at the other shifts to cover.',
    });
    expect([await stateOf(), await openFor(second), await heldBy(first)]).toEqual(['ended', [], [[shift.shiftId, 'awarded', 'ended']]]);
    expect((await cover.offer(first)).code).toBe(409);
    expect(await endOverdueOffers()).toBe(1);
    expect(await endOverdueOffers()).toBe(0);
    expect(await alertsOf(first)).toContain('Your offer has ended');
  });

  it('[COVER-02] a proposed guard can be approved until the start; then the offer ends, and both are notified', async () => {
    const id = await proposed();
    api.clock.set('2027-03-12T13:59:00.000Z');
    expect([await endOverdueOffers(), await stateOf()]).toEqual([0, 'proposed']);
    api.clock.set('2027-03-12T14:00:00.000Z');
    expect(await cover.approve(id)).toMatchObject({ code: 409, message: 'The shift has begun, so it stays with the first guard.' });
    expect(await endOverdueOffers()).toBe(1);
    expect(await alertsOf(first)).toContain('Your offer has ended');
    expect(await alertsOf(second)).toContain('A shift to cover is gone');
    expect((await heldBy(first)).map(([, state]) => state)).toEqual(['awarded']);
  });
});

describe('[COVER-03] only a guard whom the shift fits sees it and may accept it', () => {
  const other = (given: Record<string, unknown>) => arrangeShift(api, second, { dates: ['2027-03-12'], ...given });
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'another speciality',
      () =>
        sql`update guard_specialities set speciality_id = (select id from specialities order by name desc limit 1) where guard_id = ${second.id}`.execute(
          db(),
        ),
      'needs a speciality',
    ],
    ['a licence that ends the day before', () => set(second, `security_registration_expiry_date = '2027-03-11'`), 'licence'],
    ['no known licence', () => set(second, 'security_registration_expiry_date = null'), 'licence'],
    ['too far away', () => set(second, 'is_travel_to = 5, lat = 43.9'), 'farther away'],
    ['a shift that ends 7 hours and 59 minutes before', () => other({ start: '00:00', end: '01:01' }), '8 hours of rest'],
    [
      'a shift that begins 7 hours and 59 minutes after',
      () => other({ dates: ['2027-03-13'], start: '00:59', end: '08:00' }),
      '8 hours of rest',
    ],
    ['a shift that overlaps', () => other({ start: '16:00', end: '20:00' }), '8 hours of rest'],
    ['no approval', () => set(second, 'status = 0'), 'not approved'],
  ])('not with %s', async (_what, change, words) => {
    const id = await offered();
    expect(await openFor(second)).toHaveLength(1);
    await change();
    const isApproved = words !== 'not approved';
    if (isApproved) expect(await openFor(second)).toEqual([]);
    const reply = await cover.accept(second, id);
    expect([reply.code, isApproved ? reply.message.includes(words) : true]).toEqual([isApproved ? 409 : 403, true]);
    expect(await stateOf()).toBe('open');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a licence that ends on the day of the shift', () => set(second, `security_registration_expiry_date = '2027-03-12'`)],
    ['a shift that ends 8 hours before', () => other({ start: '00:00', end: '01:00' })],
    ['a shift that begins 8 hours after', () => other({ dates: ['2027-03-13'], start: '01:00', end: '08:00' })],
  ])('with %s', async (_what, change) => {
    await change();
    expect((await cover.accept(second, await offered())).code).toBe(200);
  });

  it.each<[string, (own: GivenShift) => Promise<unknown>]>([
    ['that has just ended', async () => undefined],
    ['of a job that is closed since', ({ jobId }) => sql`update jobs set status = 5 where id = ${jobId}`.execute(db())],
  ])('not after too little rest since a shift %s', async (_what, change) => {
    const own = await other({ dates: ['2027-03-11'], start: '21:00', end: '05:00' });
    const id = await offered();
    api.clock.set('2027-03-12T02:00:00.000Z');
    await shiftCalls(api, second, own).start();
    api.clock.set('2027-03-12T10:00:00.000Z');
    expect((await shiftCalls(api, second, own).end()).code).toBe(200);
    await change(own);
    expect(await openFor(second)).toEqual([]);
    expect((await cover.accept(second, id)).message).toContain('8 hours of rest');
  });

  it('not after too little rest since a shift that ended later than planned', async () => {
    const own = await other({ start: '00:00', end: '00:30' });
    const id = await offered();
    expect(await openFor(second)).toHaveLength(1);
    api.clock.set('2027-03-12T05:00:00.000Z');
    await shiftCalls(api, second, own).start();
    api.clock.set('2027-03-12T06:01:00.000Z');
    expect((await shiftCalls(api, second, own).end()).code).toBe(200);
    expect(await openFor(second)).toEqual([]);
    expect((await cover.accept(second, id)).message).toContain('8 hours of rest');
  });

  it('not without a vehicle where the job needs one', async () => {
    const given = await arrangeShift(api, first, { dates: ['2027-03-15'], transportation: 1 });
    await coverCalls(api, given).offer(first);
    expect(await openFor(second)).toHaveLength(1);
    await set(second, 'is_go_with = 2');
    expect(await openFor(second)).toEqual([]);
    expect((await cover.accept(second, await coverCalls(api, given).offerId(first))).message).toBe('This shift needs your own vehicle.');
  });
});

describe('the first guard who accepts is proposed', () => {
  it('[COVER-04] of two at the same moment one is, and until the approval the shift stays with the first guard', async () => {
    const third = await createFittingGuard(api);
    const id = await offered();
    const replies = await Promise.all([cover.accept(second, id), cover.accept(third, id)]);
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(replies.find(({ code }) => code === 409)?.message).toBe(
      'Another guard accepted this shift first. Look at the other shifts to cover.',
    );
    expect(replies.find(({ code }) => code === 200)?.message).toBe(
      'You are proposed for this shift. It is not yours until dispatch approves.',
    );
    const [winner, loser] = replies[0].code === 200 ? [second, third] : [third, second];
    expect([await openFor(winner), await openFor(loser)]).toEqual([[['Gate watch', 'proposed']], []]);
    expect(await heldBy(first)).toEqual([[shift.shiftId, 'awarded', 'proposed']]);
    expect(await heldBy(winner)).toEqual([]);
    expect((await cover.accept(winner, id)).data).toEqual({ state: 'proposed' });
    expect(await alertsOf(first)).toContain('A guard accepted your shift');
    expect((await api.call(liveCovers, {})).data).toMatchObject([{ offerId: id, state: 'proposed', proposedGuard: winner.id }]);
  });

  it('[COVER-04] accept and withdraw at the same moment leave the shift with the first guard', async () => {
    const id = await offered();
    const [accepted, withdrawn] = await Promise.all([cover.accept(second, id), cover.withdraw(first)]);
    expect([withdrawn.code, [200, 409]]).toEqual([200, expect.arrayContaining([accepted.code])]);
    expect([await stateOf(), await openFor(second), (await heldBy(first)).length]).toEqual(['withdrawn', [], 1]);
    expect(await cover.accept(second, id)).toMatchObject({
      code: 409,
      message: 'The guard withdrew this offer. Look at the other shifts to cover.',
    });
    expect((await cover.withdraw(first)).code).toBe(200);
    expect((await cover.approve(id)).code).toBe(409);
  });

  it('[COVER-04] "Not for me" hides the offer; a proposed guard who declines opens it for the others', async () => {
    const third = await createFittingGuard(api);
    const id = await offered();
    expect((await cover.decline(third, id)).message).toBe('You will not see this shift again.');
    expect([await openFor(third), await openFor(second)]).toEqual([[], [['Gate watch', 'open']]]);
    await cover.accept(second, id);
    expect((await cover.decline(second, id)).message).toBe('Your acceptance is withdrawn. You will not see this shift again.');
    expect([await stateOf(), await openFor(second)]).toEqual(['open', []]);
    expect(await alertsOf(first)).toContain('The proposed guard no longer wants your shift');
    expect((await cover.accept(third, id)).code).toBe(200);
  });

  it('refuses to accept or decline the guard’s own offer, and to withdraw another guard’s offer', async () => {
    const id = await offered();
    expect([(await cover.accept(first, id)).code, (await cover.decline(first, id)).code]).toEqual([404, 404]);
    expect((await cover.withdraw(second)).code).toBe(404);
    expect((await cover.accept(second, shift.jobId)).code).toBe(404);
  });
});

describe('dispatch approves', () => {
  it('[COVER-05] and the shift moves with pay, chat, calendar, lists and record; nothing counts against the first guard', async () => {
    const feed = await api.call(makeFeed, {}, { token: first.token });
    const feedOfSecond = await api.call(makeFeed, {}, { token: second.token });
    const id = await proposed();
    api.clock.advance({ minutes: 5 });
    expect((await cover.approve(id)).data).toEqual({ offerId: id, state: 'approved' });
    expect((await cover.approve(id)).data).toEqual({ offerId: id, state: 'approved' });
    expect(await heldBy(first)).toEqual([]);
    const { upcomingShifts } = (await api.call(jobDetail, { jobId: shift.jobId } as never, { token: first.token })).data;
    expect(upcomingShifts.map(({ state, cover: offer }) => [state, offer?.state])).toEqual([[null, 'approved']]);
    expect(await heldBy(second)).toEqual([[shift.shiftId, 'awarded', undefined]]);
    const jobsOf = async ({ token }: TestGuard) =>
      (await api.call(myJobs, {} as never, { token })).data.docs.map(({ jobTitle }) => jobTitle);
    expect([await jobsOf(first), await jobsOf(second)]).toEqual([[], ['Gate watch']]);
    const { data: detail } = await api.call(jobDetail, { jobId: shift.jobId } as never, { token: second.token });
    expect(detail.upcomingEarning).toBe('200.00');
    const roomOf = async (guard: TestGuard) =>
      (await api.call(getRooms, { userId: guard.id }, { token: guard.token })).data.map(({ closed }) => closed ?? null);
    expect([await roomOf(first), await roomOf(second)]).toEqual([['award-taken-back'], [null]]);
    const calendar = await calendarOf(feed.data);
    expect(calendar).toMatch(/STATUS:CANCELLED/);
    expect(await calendarOf(feedOfSecond.data)).toMatch(/STATUS:CONFIRMED/);
    expect(await alertsOf(first)).toContain('Your shift is covered');
    expect(await alertsOf(second)).toContain('A shift is yours');
    const [application] = (await api.call(myApplications, {} as never, { token: first.token })).data.docs;
    expect(application).toMatchObject({ isCovered: true, reason: 'Another guard took over your shift.' });
    expect(await mails()).toContain('Shift covered: Gate watch');
    api.clock.set('2027-03-12T14:00:00.000Z');
    expect((await shiftCalls(api, first, shift).start()).code).toBe(404);
    expect((await shiftCalls(api, second, shift).start()).code).toBe(200);
    const lines = recordLines(await shiftCalls(api, second, shift).record()).map(({ what, at }) => [what, at]);
    expect(lines).toEqual(
      expect.arrayContaining([
        ['Cover offered', '2027-03-10T15:00:00.000Z'],
        ['Cover accepted', '2027-03-10T15:00:00.000Z'],
        ['Cover approved', '2027-03-10T15:05:00.000Z'],
      ]),
    );
    expect((await cover.list(first)).own).toMatchObject([
      { state: 'approved', proposedAt: '2027-03-10T15:00:00.000Z', decidedAt: '2027-03-10T15:05:00.000Z' },
    ]);
    api.clock.set('2027-03-12T22:00:00.000Z');
    await shiftCalls(api, second, shift).end();
    expect([await shiftCalls(api, second, shift).credits(), await shiftCalls(api, first, shift).credits()]).toEqual([['200.00'], []]);
    expect((await api.call(currentShift, {} as never, { token: first.token })).data.lastEnded).toBeNull();
    api.clock.set('2027-03-14T22:00:00.000Z');
    expect((await api.call(jobHistory, {} as never, { token: first.token })).data.docs).toEqual([]);
    expect((await api.call(profileSummary, { id: first.id }, { token: first.token })).data).toMatchObject({ rating: 0, hoursWorked: '0' });
    const { rows } = await sql<{ state: string }>`select state from assignments where guard_id = ${first.id}`.execute(db());
    expect(rows).toEqual([{ state: 'taken-back' }]);
  });

  it('[COVER-05] of one of several shifts, the first guard keeps the others, their award and the chat', async () => {
    const given = await arrangeShift(api, first, { jobTitle: 'Hall watch', dates: ['2027-03-15', '2027-03-16'] });
    const calls = coverCalls(api, given);
    await calls.offer(first);
    const id = await calls.offerId(first);
    await calls.accept(second, id);
    expect((await calls.approve(id)).code).toBe(200);
    expect((await heldBy(first, given)).map(([one]) => one)).toEqual([given.shiftIds[1]]);
    expect((await heldBy(second, given)).map(([one]) => one)).toEqual([given.shiftIds[0]]);
    const rooms = (await api.call(getRooms, { userId: first.id }, { token: first.token })).data;
    expect(rooms.map(({ jobId, closed }) => [jobId._id, closed ?? null])).toContainEqual([given.jobId, null]);
    const { upcomingShifts, upcomingEarning } = (await api.call(jobDetail, { jobId: given.jobId } as never, { token: first.token })).data;
    expect(upcomingShifts.map(({ state, cover: offer }) => [state, offer?.state])).toEqual([
      [null, 'approved'],
      ['awarded', undefined],
    ]);
    expect(upcomingEarning).toBe('200.00');
    const [application] = (await api.call(myApplications, {} as never, { token: first.token })).data.docs;
    expect(application).toMatchObject({ outcome: 'awarded', isCovered: false });
  });

  it('[COVER-06] automatically where the site allows it', async () => {
    expect((await api.call(setCoverRule, { jobId: shift.jobId, isAutomatic: true })).data).toMatchObject({ isAutomatic: true });
    const id = await offered();
    expect((await cover.list(second)).open[0]?.isAutomatic).toBe(true);
    expect(await cover.accept(second, id)).toMatchObject({
      data: { state: 'approved' },
      message: 'The shift is yours. This site approves automatically.',
    });
    expect([(await heldBy(first)).length, (await heldBy(second)).length]).toEqual([0, 1]);
    expect(await cover.decline(second, id)).toMatchObject({ code: 409 });
  });

  it('[COVER-06] or refuses, and the shift stays with the first guard, who may offer it again', async () => {
    const id = await proposed();
    expect((await api.call(refuseCover, { offerId: id, reason: 'The site wants you.' })).data).toEqual({ offerId: id, state: 'refused' });
    expect([await stateOf(), (await heldBy(first)).length, await openFor(second)]).toEqual(['refused', 1, [['Gate watch', 'refused']]]);
    for (const guard of [first, second]) expect(await alertsOf(guard)).toContain('A cover was not approved');
    expect((await cover.approve(id)).code).toBe(409);
    expect((await cover.offer(first)).code).toBe(200);
  });

  it('[COVER-06] not a guard who no longer fits, and not without a proposed guard', async () => {
    const id = await offered();
    expect(await cover.approve(id)).toMatchObject({ code: 409, message: 'No guard is proposed for this offer.' });
    await cover.accept(second, id);
    await arrangeShift(api, second, { dates: ['2027-03-12'], start: '10:00', end: '12:00' });
    expect((await cover.approve(id)).message).toContain(
      'The proposed guard does not fit any more: Your own shifts leave less than 8 hours',
    );
    expect((await heldBy(first)).length).toBe(1);
  });

  it('[COVER-06] opens the other offers of the approved guard that no longer fit', async () => {
    const third = await createFittingGuard(api);
    const later = await arrangeShift(api, third, { jobTitle: 'Hall watch', dates: ['2027-03-12'], start: '13:00', end: '21:00' });
    const calls = coverCalls(api, later);
    await calls.offer(third);
    const other = await calls.offerId(third);
    await calls.accept(second, other);
    await cover.approve(await proposed());
    expect((await calls.list(third)).own[0]?.state).toBe('open');
    expect(await alertsOf(third)).toContain('The proposed guard cannot take your shift');
    expect(await alertsOf(second)).toContain('A shift to cover is gone');
    const fourth = await createFittingGuard(api);
    expect((await calls.accept(fourth, other)).code).toBe(200);
    expect((await calls.approve(other)).code).toBe(200);
  });

  it('[COVER-06] opens the offer of a proposed guard who has got another shift since, so that others can accept it', async () => {
    const id = await proposed();
    await endOverdueOffers();
    expect(await stateOf()).toBe('proposed');
    await arrangeShift(api, second, { jobTitle: 'Hall watch', dates: ['2027-03-12'], start: '10:00', end: '12:00' });
    await endOverdueOffers();
    expect(await stateOf()).toBe('open');
    expect(await alertsOf(first)).toContain('The proposed guard cannot take your shift');
    expect(await alertsOf(second)).toContain('A shift to cover is gone');
    expect((await cover.accept(await createFittingGuard(api), id)).code).toBe(200);
  });

  it('[COVER-05] a confirmed earlier start moves with the shift, and the second guard is notified of it', async () => {
    const paidFrom = '2027-03-12T13:40:00.000Z';
    await api.call(confirmEarlyStart, { guard: first.id, shiftId: shift.shiftId, paidFrom } as never);
    await cover.approve(await proposed());
    const { rows } = await sql<{ at: string }>`select paid_from as at from assignments where guard_id = ${second.id}`.execute(db());
    expect(rows).toEqual([{ at: paidFrom }]);
    const { docs } = (await api.call(listNotifications, {} as never, { token: second.token })).data;
    expect(JSON.stringify(docs)).toContain('Gate watch: if you start early, you are paid from 8:40 a.m.');
  });

  it('approval and withdrawal at the same moment leave exactly one guard with the shift', async () => {
    const id = await proposed();
    const [approved, withdrawn] = await Promise.all([cover.approve(id), cover.withdraw(first)]);
    expect([approved.code, withdrawn.code].sort()).toEqual([200, 409]);
    expect([(await heldBy(first)).length, (await heldBy(second)).length]).toEqual(approved.code === 200 ? [0, 1] : [1, 0]);
  });

  it('a guard who gave a shift away can take it over again', async () => {
    await cover.approve(await proposed());
    await cover.offer(second);
    const id = await cover.offerId(second);
    expect((await cover.accept(first, id)).code).toBe(200);
    expect((await cover.approve(id)).code).toBe(200);
    expect([(await heldBy(first)).length, (await heldBy(second)).length]).toEqual([1, 0]);
    expect((await cover.list(first)).own).toMatchObject([{ state: 'approved', isHeldAgain: true }]);
    expect((await cover.list(second)).own).toMatchObject([{ state: 'approved', isHeldAgain: false }]);
    expect([await openFor(first), await openFor(second)]).toEqual([[['Gate watch', 'approved']], []]);
  });

  it('[COVER-05] the calendar of a guard who has a shift again has it with a later sequence than its cancellation', async () => {
    const { data: feed } = await api.call(makeFeed, {}, { token: first.token });
    const shownInFeed = async () => /SEQUENCE:(\d+)\r\nSTATUS:(\w+)/.exec(await calendarOf(feed))?.slice(1);
    expect(await shownInFeed()).toEqual(['0', 'CONFIRMED']);
    await handOver(shift, first, second);
    expect(await shownInFeed()).toEqual(['1', 'CANCELLED']);
    await handOver(shift, second, first);
    expect(await shownInFeed()).toEqual(['2', 'CONFIRMED']);
  });

  it.each<[string, () => Promise<{ code: number }>]>([
    ['a revoked award', () => api.call(cancelAward, { jobId: shift.jobId, guard: second.id } as never)],
    ['a cancelled job', () => api.call(cancelJob, { jobId: shift.jobId } as never)],
  ])('[COVER-05] the list does not show a shift as the guard’s own after %s', async (_what, act) => {
    await cover.approve(await proposed());
    expect(await openFor(second)).toEqual([['Gate watch', 'approved']]);
    expect((await act()).code).toBe(200);
    expect(await openFor(second)).toEqual([]);
  });

  it('[COVER-05] of one of several shifts, the calendar, the application and the pay of the second guard name only this shift', async () => {
    const third = await createFittingGuard(api);
    const given = await arrangeShift(api, first, { jobTitle: 'Hall watch', dates: ['2027-03-15', '2027-03-16', '2027-03-17'] });
    const feed = (await api.call(makeFeed, {}, { token: second.token })).data;
    const eventsOf = async () => (await calendarOf(feed)).match(/STATUS:\w+/g);
    await handOver(given, first, second);
    const applicationOf = async ({ token }: TestGuard) => (await api.call(myApplications, {} as never, { token })).data.docs[0];
    expect(await applicationOf(second)).toMatchObject({ isTakenOver: true, commitment: { dates: ['2027-03-15'], pay: '200.00' } });
    expect(await applicationOf(first)).toMatchObject({ isTakenOver: false });
    const { data } = await api.call(jobDetail, { jobId: given.jobId } as never, { token: second.token });
    expect([data.commitment?.pay, data.upcomingEarning]).toEqual(['200.00', '200.00']);
    expect(await eventsOf()).toEqual(['STATUS:CONFIRMED']);
    await handOver(given, second, third);
    expect(await eventsOf()).toEqual(['STATUS:CANCELLED']);
  });

  it('[COVER-05] a guard who covers one shift can be awarded the other shifts of the job they applied for', async () => {
    const given = await arrangeShift(api, first, { jobTitle: 'Hall watch', dates: ['2027-03-15', '2027-03-16'] });
    await api.call(applyForJob, { jobId: given.jobId, shiftId: given.shiftId } as never, { token: second.token });
    await handOver(given, first, second);
    const awarded = () => api.call(award, { jobId: given.jobId, guard: second.id } as never);
    expect((await awarded()).data).toMatchObject({ shiftIds: [given.shiftIds[1]] });
    expect(await awarded()).toMatchObject({ code: 409, message: 'This guard was already awarded this job.' });
  });
});

describe('[COVER-07] an offer ends, and the proposed guard is notified, when', () => {
  it.each<[string, () => Promise<{ code: number }>]>([
    ['the job is cancelled', () => api.call(cancelJob, { jobId: shift.jobId } as never)],
    ['the shift is moved', () => api.call(changeShift, { shiftId: shift.shiftId, start: '10:00' } as never)],
    ['the award is revoked', () => api.call(cancelAward, { jobId: shift.jobId, guard: first.id } as never)],
    [
      'the guard requests leave',
      () => api.call(applyLeave, { ...shift, shiftDate: '2027-03-12', leaveTitle: 1 } as never, { token: first.token }),
    ],
  ])('%s', async (_what, act) => {
    const id = await proposed();
    expect((await act()).code).toBe(200);
    expect(await stateOf()).toBe('ended');
    expect(await alertsOf(second)).toContain('A shift to cover is gone');
    expect(await mails()).toContain('Offer with a proposed guard ended: Gate watch');
    expect((await cover.approve(id)).code).toBe(409);
  });

  it('[COVER-07] the shift is moved, and the first guard is notified, too', async () => {
    await offered();
    expect((await api.call(changeShift, { shiftId: shift.shiftId, start: '10:00' } as never)).code).toBe(200);
    const { data } = await api.call(listNotifications, {} as never, { token: first.token });
    expect(data.docs.find(({ title }) => title === 'Your offer has ended')?.description).toMatch(
      /^Gate watch, .*: the shift was moved, so no guard can accept it any more\. It stays yours\. You can offer it again\.$/,
    );
  });

  it('the first guard arrives', async () => {
    const id = await proposed();
    api.clock.set('2027-03-12T13:00:00.000Z');
    expect((await shiftCalls(api, first, shift).arrive()).code).toBe(200);
    expect([await stateOf(), (await cover.approve(id)).code]).toEqual(['ended', 409]);
  });
});

it('[COVER-10] the first guard still has the record of a shift that another guard covers, without the e-notes of that guard', async () => {
  api.clock.set('2027-03-10T16:00:00.000Z');
  const write = (guard: TestGuard, title: string) => {
    const note = { ...shift, title, eventTime: '11:00:00', type: 1, description: 'Seen.', at: '2027-03-10T16:00:00.000Z' };
    return api.call(writeEnote, note as never, { token: guard.token });
  };
  expect((await write(first, 'Gate open')).code).toBe(200);
  await handOver(shift, first, second);
  api.clock.advance({ minutes: 5 });
  await write(second, 'Gate closed');
  const record = await shiftCalls(api, first, shift).record();
  expect(record).toMatchObject({ lostAt: '2027-03-10T16:00:00.000Z', state: 'awarded', started: null, earning: '0.00' });
  expect(record.enotes.map(({ title }) => title)).toEqual(['Gate open']);
  const ofSecond = await shiftCalls(api, second, shift).record();
  expect([ofSecond.lostAt, ofSecond.enotes.map(({ title }) => title)]).toEqual([null, ['Gate open', 'Gate closed']]);
  const other = await api.guard();
  expect((await api.call(shiftRecord, { shiftId: shift.shiftId }, { token: other.token })).code).toBe(404);
  await handOver(shift, second, first);
  expect((await shiftCalls(api, first, shift).record()).lostAt).toBeNull();
});

describe('[COVER-09] an act on a shift that the guard lost while the act waited on the phone', () => {
  const lost = 'Since 8:00 a.m. this shift is no longer yours. Please call dispatch: (416) 555-0123.';
  const supportMail = async () =>
    (
      await sql<{
        subject: string;
        body: string;
      }>`select subject, body from outgoing_messages where subject like 'Guard % before losing%'`.execute(db())
    ).rows;
  /** The approval is at 8:00 a.m. at the site; now it is 8:05. */
  const approvedBefore = async () => {
    const id = await proposed();
    api.clock.set('2027-03-12T13:00:00.000Z');
    expect((await cover.approve(id)).code).toBe(200);
    api.clock.advance({ minutes: 5 });
    return shiftCalls(api, first, shift);
  };

  it('is kept if it was made before; dispatch and the guard are notified, and the shift stays with the other guard', async () => {
    const me = await approvedBefore();
    const text = `You arrived at 7:30 a.m., and dispatch is notified. ${lost}`;
    const arrived = await me.arrive({ at: '2027-03-12T12:30:00.000Z', lat: 43.7, long: -79.4, accuracy: 20 });
    expect(arrived).toMatchObject({ code: 200, message: text, data: { at: '2027-03-12T12:30:00.000Z', distance: expect.any(Number) } });
    expect(await me.arrive({ at: '2027-03-12T12:30:00.000Z' })).toMatchObject({ code: 200, message: text });
    expect(await supportMail()).toEqual([
      {
        subject: 'Guard arrived before losing a shift: Gate watch',
        body: expect.stringContaining('The guard arrived at 7:30 a.m., and lost the shift at 8:00 a.m. The report waited on their phone.'),
      },
    ]);
    const { data } = await api.call(listNotifications, {} as never, { token: first.token });
    expect(data.docs.find(({ title }) => title === 'Dispatch has your arrival')?.description).toBe(`Gate watch: ${text}`);
    expect([await heldBy(first), await heldBy(second)]).toEqual([[], [[shift.shiftId, 'awarded', undefined]]]);
    expect((await shiftCalls(api, second, shift).record()).arrival).toBeNull();
    expect(recordLines(await me.record()).map(({ what, at }) => [what, at])).toEqual([
      ['Cover accepted', '2027-03-10T15:00:00.000Z'],
      ['Cover offered', '2027-03-10T15:00:00.000Z'],
      ['Arrived', '2027-03-12T12:30:00.000Z'],
      ['Cover approved', '2027-03-12T13:00:00.000Z'],
      ['No longer your shift', '2027-03-12T13:00:00.000Z'],
    ]);
  });

  it('is kept if it is a start, and counts for no pay', async () => {
    const id = await proposed();
    api.clock.set('2027-03-12T13:50:00.000Z');
    await cover.approve(id);
    const me = shiftCalls(api, first, shift);
    const started = await me.start({ at: '2027-03-12T13:40:00.000Z' });
    expect(started).toMatchObject({ code: 200, message: expect.stringMatching(/^You started at 8:40 a\.m\., and dispatch is notified\./) });
    expect((await me.end()).code).toBe(404);
    api.clock.set('2027-03-12T14:00:00.000Z');
    expect((await shiftCalls(api, second, shift).start()).code).toBe(200);
    api.clock.set('2027-03-12T16:00:00.000Z');
    expect(await me.record()).toMatchObject({ started: { at: '2027-03-12T13:40:00.000Z' }, earning: '0.00', paidHours: '0' });
  });

  it('is refused with the time of the change if it was made after it', async () => {
    const me = await approvedBefore();
    expect(await me.arrive({ at: '2027-03-12T13:02:00.000Z' })).toMatchObject({ code: 404, message: lost });
    const answer = () => api.call(answerWelfareCheck, { jobId: shift.jobId, shiftId: shift.shiftId } as never, { token: first.token });
    for (const act of [me.takeBreak, me.endBreak, me.end, answer]) expect((await act()).message).toContain(lost);
    expect(await supportMail()).toEqual([]);
  });

  it('is kept if the shift was moved to the next day since, and its text has the day of the loss', async () => {
    const me = await approvedBefore();
    expect((await api.call(changeShift, { shiftId: shift.shiftId, date: '2027-03-13' } as never)).code).toBe(200);
    const at = '2027-03-12T12:30:00.000Z';
    expect(await me.arrive({ at })).toMatchObject({ code: 200, data: { at } });
    api.clock.set('2027-03-13T13:00:00.000Z');
    expect((await me.end()).message).toContain('Since 8:00 a.m. on Fri, Mar 12 this shift is no longer yours.');
  });

  it('is kept if it is a handover note or a read of one, and both are in the record of the lost shift', async () => {
    const before = await arrangeShift(api, second, { dates: ['2027-03-11'], siteOf: shift.jobId, start: '09:00', end: '17:00' });
    const id = await proposed();
    api.clock.set('2027-03-11T21:00:00.000Z');
    const { jobId, shiftId } = shift;
    const leave = (on: Pick<GivenShift, 'jobId' | 'shiftId'>, at: string, { token }: TestGuard) =>
      api.call(leaveHandover, { jobId: on.jobId, shiftId: on.shiftId, text: 'The gate sticks.', at } as never, { token });
    expect((await leave(before, '2027-03-11T21:00:00.000Z', second)).code).toBe(200);
    api.clock.set('2027-03-12T13:35:00.000Z');
    const [note] = (await api.call(handoversOfShift, { shiftId }, { token: first.token })).data;
    const notes = [{ noteId: note?.noteId ?? '', version: note?.version ?? 0 }];
    const read = (at: string) => api.call(readHandovers, { jobId, shiftId, notes, at } as never, { token: first.token });
    api.clock.set('2027-03-12T13:50:00.000Z');
    expect((await cover.approve(id)).code).toBe(200);
    api.clock.set('2027-03-12T13:55:00.000Z');
    for (const reply of [await leave(shift, '2027-03-12T13:52:00.000Z', first), await read('2027-03-12T13:52:00.000Z')])
      expect(reply).toMatchObject({ code: 404, message: expect.stringContaining('Since 8:50 a.m. this shift is no longer yours.') });
    expect((await read('2027-03-12T13:36:00.000Z')).code).toBe(200);
    expect((await leave(shift, '2027-03-12T13:40:00.000Z', first)).code).toBe(200);
    expect((await shiftCalls(api, first, shift).record()).handover).toMatchObject({
      note: { text: 'The gate sticks.', at: '2027-03-12T13:40:00.000Z' },
      read: [{ at: '2027-03-12T13:36:00.000Z' }],
      newest: null,
    });
  });

  it('is kept after a revoked award, too', async () => {
    api.clock.set('2027-03-12T13:00:00.000Z');
    await api.call(cancelAward, { jobId: shift.jobId, guard: first.id } as never);
    expect((await shiftCalls(api, first, shift).arrive({ at: '2027-03-12T12:30:00.000Z' })).code).toBe(200);
    expect(await supportMail()).toHaveLength(1);
  });

  it.each([
    ['on a job with another shift of the guard', ['2027-03-15', '2027-03-16']],
    ['on a job without another shift of the guard', ['2027-03-15']],
  ])('is kept if it is an e-note %s', async (_what, dates) => {
    const given = await arrangeShift(api, first, { jobTitle: 'Hall watch', dates, start: '09:00', end: '17:00' });
    await handOver(given, first, second);
    api.clock.advance({ minutes: 5 });
    const write = (at: string) => {
      const note = { ...given, title: `Note of ${at}`, eventTime: '10:00:00', type: 1, description: 'Seen.', at };
      return api.call(writeEnote, note as never, { token: first.token });
    };
    expect((await write('2027-03-10T15:00:00.000Z')).code).toBe(200);
    const { enotes } = await shiftCalls(api, first, given).record();
    expect(enotes.map(({ title }) => title)).toEqual(['Note of 2027-03-10T15:00:00.000Z']);
    expect((await write('2027-03-10T15:04:00.000Z')).code).toBe(404);
  });

  it('is kept with its time if it is an e-note, and the guard got another shift of the job since', async () => {
    const dates = ['2027-03-15', '2027-03-16'];
    const given = await arrangeShift(api, first, { jobTitle: 'Hall watch', dates, start: '09:00', end: '17:00' });
    const other = { jobId: given.jobId, shiftId: given.shiftIds[1] ?? '' };
    for (const one of [given, other]) await handOver(one, first, second);
    api.clock.advance({ minutes: 10 });
    await handOver(other, second, first);
    const at = '2027-03-10T15:00:00.000Z';
    const note = { ...given, title: 'Gate open', eventTime: '10:00:00', type: 1, description: 'Seen.', at };
    expect(await api.call(writeEnote, note as never, { token: first.token })).toMatchObject({
      code: 200,
      data: { at, isServerTime: false },
    });
    expect((await shiftCalls(api, first, given).record()).enotes).toMatchObject([{ title: 'Gate open', at }]);
  });

  it('is no arrival of a guard who has the shift again on another day', async () => {
    const me = await approvedBefore();
    await me.arrive({ at: '2027-03-12T12:30:00.000Z' });
    expect((await api.call(changeShift, { shiftId: shift.shiftId, date: '2027-03-13' } as never)).code).toBe(200);
    await handOver(shift, second, first);
    expect((await me.record()).arrival).toBeNull();
    api.clock.set('2027-03-13T13:00:00.000Z');
    expect((await me.arrive()).data).toMatchObject({ at: '2027-03-13T13:00:00.000Z' });
  });
});

it('[COVER-07] the deletion of the proposed guard opens the offer again', async () => {
  const later = await arrangeShift(api, first, { jobTitle: 'Hall watch', dates: ['2027-04-25'] });
  const calls = coverCalls(api, later);
  await calls.offer(first);
  const id = await calls.offerId(first);
  await calls.accept(second, id);
  await api.call(requestDeletion, { password: second.password } as never, { token: second.token });
  api.clock.advance({ days: 31 });
  expect((await api.call(carryOutDeletion, { guard: second.id } as never)).code).toBe(200);
  const { rows } = await sql<{ state: string }>`select state from cover_offers where id = ${id}`.execute(db());
  expect(rows).toEqual([{ state: 'open' }]);
});

it('[COVER-08] open pages of both guards get change events at each step', async () => {
  const domains = async (guard: TestGuard, act: () => Promise<unknown>) =>
    (await collectChanges(api.url, guard.token, act)).filter((domain) => domain !== 'notifications').sort();
  const next = async () => {
    await cover.offer(first);
    const offerId = await cover.offerId(first);
    await cover.accept(second, offerId);
    return offerId;
  };
  const refused = await next();
  const refuse = () => api.call(refuseCover, { offerId: refused });
  expect(await domains(second, refuse)).toEqual(['covers']);
  api.clock.advance({ minutes: 1 });
  await next();
  expect(await domains(second, () => cover.withdraw(first))).toContain('covers');
  api.clock.advance({ minutes: 1 });
  const third = await createFittingGuard(api);
  await cover.offer(first);
  const declined = await cover.offerId(first);
  await cover.accept(third, declined);
  expect(await domains(first, () => cover.decline(third, declined))).toEqual(['covers']);
  expect(await domains(first, () => api.call(changeShift, { shiftId: shift.shiftId, start: '09:30' } as never))).toContain('covers');
  api.clock.advance({ minutes: 1 });
  expect(await domains(second, () => cover.offer(first))).toEqual(['covers']);
  const id = await cover.offerId(first);
  expect(await domains(first, () => cover.accept(second, id))).toEqual(['covers']);
  const approved = await domains(first, () => cover.approve(id));
  expect(new Set(approved)).toEqual(new Set(['applications', 'covers', 'jobs', 'shifts', ...approved.filter((one) => one === 'chat')]));
});

it('staff see the handover note of a shift that moved', async () => {
  const id = await proposed();
  api.clock.set('2027-03-12T13:40:00.000Z');
  const note = { jobId: shift.jobId, shiftId: shift.shiftId, text: 'The side gate sticks.' };
  expect((await api.call(leaveHandover, note as never, { token: first.token })).code).toBe(200);
  expect((await cover.approve(id)).code).toBe(200);
  expect((await api.call(listHandovers, { jobId: shift.jobId } as never)).data).toMatchObject([{ guard: first.id, text: note.text }]);
});

it('alerts each guard once, and a guard who cannot be alerted delays no other', async () => {
  const others = [second, await createFittingGuard(api), await createFittingGuard(api)];
  await withFailingInserts('notifications', `new.guard_id = '${second.id}'`, async () => {
    await cover.offer(first);
    await expect(alertOfOffers()).rejects.toThrow('1 guards could not be alerted of a shift to cover');
  });
  await Promise.all([alertOfOffers(), alertOfOffers()]);
  expect(await Promise.all(others.map(alertsOf))).toEqual([[], ['A shift to cover'], ['A shift to cover']]);
  expect(await openFor(second)).toHaveLength(1);
});

it('[COVER-02] an offer that cannot be ended delays no other', async () => {
  const third = await createFittingGuard(api);
  const later = await arrangeShift(api, third, { dates: ['2027-03-15'] });
  await cover.offer(first);
  await coverCalls(api, later).offer(third);
  api.clock.set('2027-03-20T00:00:00.000Z');
  await withFailingInserts('notifications', `new.guard_id = '${first.id}'`, async () => {
    await expect(endOverdueOffers()).rejects.toThrow('1 cover offers could not be ended');
  });
  expect(await alertsOf(third)).toContain('Your offer has ended');
});

it('a repeated key makes no second offer', async () => {
  expect([(await cover.offer(first, undefined, 'cover-0001')).code, (await cover.offer(first, undefined, 'cover-0001')).code]).toEqual([
    200, 200,
  ]);
  expect((await cover.list(first)).own).toHaveLength(1);
});

it('the database enforces the rules of the service', async () => {
  const insert = (columns: string, values: string) =>
    sql
      .raw(
        `insert into cover_offers (guard_id, job_id, shift_id, offered_at, ends_at${columns}) values ('${first.id}', '${shift.jobId}', '${shift.shiftId}', now(), now() + interval '1 day'${values})`,
      )
      .execute(db())
      .then(() => 'stored', sqlState);
  expect([
    await insert(', state', `, 'proposed'`),
    await insert(', state', `, 'ended'`),
    await insert(', state', `, 'unknown'`),
    await insert(', proposed_guard_id', `, '${first.id}'`),
    await insert('', ''),
    await insert('', ''),
  ]).toEqual(['23514', '23514', '23514', '23514', 'stored', '23505']);
});
