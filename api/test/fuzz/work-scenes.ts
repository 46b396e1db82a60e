import { makeFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { processWithdrawal } from '@portal/contracts/earnings/earnings.staff';
import { leaveHandover } from '@portal/contracts/handovers/handovers.endpoints';
import { listInjuries, reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { setOrders } from '@portal/contracts/orders/orders.staff';
import { reportJob, reportsOfJob } from '@portal/contracts/postings/postings.endpoints';
import { rateShift } from '@portal/contracts/ratings/ratings.staff';
import { createTicket, listTickets } from '@portal/contracts/tickets/tickets.endpoints';
import { setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import { sql } from 'kysely';
import { nowText } from '../../src/platform/clock';
import { db } from '../../src/platform/database/db';
import { coverCalls, createFittingGuard } from '../covers';
import { createEarner, walletCalls } from '../earnings';
import { makePicture } from '../pictures';
import { arrangeShift, reasons, shiftCalls } from '../shifts';
import type { TestApi, TestGuard } from '../test-api';

/** The ids that a working guard may name, in addition to the ids of any guard. */
export interface WorkScene {
  guard: TestGuard;
  jobId: string;
  shiftId: string;
  known: Record<string, readonly unknown[]>;
}

export interface SceneCity {
  name: string;
  lat: number;
  lng: number;
}

const orders = '{"sections":[{"title":"Keys","text":"At the desk"}]}';
const known = {
  text: ['The side gate sticks.'],
  keepsRecording: [false],
  orders: [orders],
  breakReasonId: [reasons.meal],
  endReasonId: [reasons.complete],
  rating: [4],
  active: [true],
  everyMinutes: [30],
  battery: [41],
};

/** Guards at each step of a shift that begins soon: before the start, running, on a break, with an SOS. */
export async function workScenes(api: TestApi, city: SceneCity): Promise<WorkScene[]> {
  const works: WorkScene[] = [];
  for (const step of ['awarded', 'running', 'on-break'] as const) {
    const guard = await api.guard();
    const given = await arrangeShift(api, guard, { jobTitle: 'Door watch', start: '10:20', end: '18:00', isTest: true });
    const they = shiftCalls(api, guard, given);
    if (step !== 'awarded') await they.start();
    if (step === 'on-break') await they.takeBreak();
    await api.call(setOrders, {
      jobId: given.jobId,
      orders,
      pictures: [],
    } as never);
    await api.call(setWelfareCheck, { jobId: given.jobId, everyMinutes: 30 } as never);
    const { data: sos } = await they.sos();
    const smsReplies = step === 'running' ? [await askedForSms(guard)] : [];
    const notes = await handoverAt(api, given.jobId);
    works.push({
      guard,
      ...given,
      known: {
        ...known,
        sosId: [sos?.sosId],
        version: [1],
        notes: [notes],
        smsReplies,
        endedAt: [api.clock.now().toISOString()],
        paidFrom: [api.clock.now().toISOString()],
      },
    });
  }
  return [
    ...works,
    await waitingScene(api),
    await endedScene(api),
    await hurtScene(api),
    await askedScene(api),
    ...(await coverScenes(api, city)),
    ...(await moneyScenes(api)),
  ];
}

/** Makes the welfare check of a running shift wait for an answer. Returns the text message that answers it. */
async function askedForSms({ id }: TestGuard) {
  const [now, text] = [nowText(), '4711'];
  await sql`update welfare_checks set state = 'asked', asked_at = ${now}, due_at = ${now}::timestamptz + interval '5 minutes', code = ${text}
    where assignment_id = (select id from held_assignments where guard_id = ${id})`.execute(db());
  const { rows } = await sql<{ from: string }>`select mobile_number as from from guards where id = ${id}`.execute(db());
  return { from: rows[0]?.from ?? '', text };
}

/** The handover note that a colleague left at the site of a job. */
async function handoverAt(api: TestApi, siteOf: string) {
  const colleague = await api.guard();
  const given = await arrangeShift(api, colleague, { jobTitle: 'Door watch, early', siteOf, start: '10:20', end: '18:00', isTest: true });
  await api.call(leaveHandover, { ...given, text: 'The side gate sticks.' } as never, { token: colleague.token });
  const { rows } = await sql<{ noteId: string; version: number }>`
    select id as "noteId", version from handover_notes where guard_id = ${colleague.id}`.execute(db());
  return rows;
}

/** A guard, and a job that awaits its approval. */
async function waitingScene(api: TestApi): Promise<WorkScene> {
  const guard = await api.guard();
  const wanted = { jobTitle: 'Harbour watch', dates: ['2027-03-20'], awaitsApproval: true, isTest: true };
  const { jobId, shiftIds } = (await api.call(postJob, wanted as never)).data;
  return { guard, jobId, shiftId: shiftIds[0] ?? '', known };
}

/** A guard who reported an injury. */
async function hurtScene(api: TestApi): Promise<WorkScene> {
  const guard = await api.guard();
  const given = await arrangeShift(api, guard, { jobTitle: 'Yard watch', start: '10:20', end: '18:00', isTest: true });
  const report = { jobId: given.jobId, title: 'Animal Bite', description: 'A dog', file: [await makePicture()] };
  await api.call(reportInjury, report, { token: guard.token });
  const [injury] = (await api.call(listInjuries, {} as never, { token: guard.token })).data.docs;
  const { rows } = await sql<{ filename: string }>`select filename from media where owner_id = ${guard.id}`.execute(db());
  const filename = rows.map((row) => row.filename);
  return { guard, ...given, known: { ...known, id: [injury?.id], injuryId: [injury?.id], filename } };
}

/** Guards with money: in hand, requested, and in process. */
async function moneyScenes(api: TestApi): Promise<WorkScene[]> {
  const scenes: WorkScene[] = [];
  for (const step of ['in hand', 'asked', 'in process']) {
    const guard = await createEarner(api);
    const given = await arrangeShift(api, guard, { jobTitle: 'Bank watch', start: '10:20', end: '18:00', isTest: true });
    const withdrawalId = step === 'in hand' ? undefined : (await walletCalls(api, guard).ask('50.00')).data.id;
    if (step === 'in process') await api.call(processWithdrawal, { withdrawalId: withdrawalId ?? '' });
    scenes.push({ guard, ...given, known: { ...known, amount: ['60.00'], ...(withdrawalId && { withdrawalId: [withdrawalId] }) } });
  }
  return scenes;
}

/** A guard who wrote a ticket and reported the job. */
async function askedScene(api: TestApi): Promise<WorkScene> {
  const guard = await api.guard();
  const given = await arrangeShift(api, guard, { jobTitle: 'Shop watch', start: '10:20', end: '18:00', isTest: true });
  const asked = { ticketType: 0, jobId: given.jobId, ticketTitle: 'Keys', description: 'Which ones?', images: [await makePicture()] };
  await api.call(createTicket, asked, { token: guard.token });
  const [ticket] = (await api.call(listTickets, {} as never, { token: guard.token })).data.docs;
  await api.call(reportJob, { jobId: given.jobId, reason: 3 } as never, { token: guard.token });
  const [reported] = (await api.call(reportsOfJob, { jobId: given.jobId }, { token: guard.token })).data;
  const reports = { reportId: [reported?.id], outcome: ['removed', 'kept'], reason: [3] };
  return { guard, ...given, known: { ...known, ...reports, id: [ticket?.id], ticketId: [ticket?.id], ticketType: [0] } };
}

/** A finished and rated shift, of a guard whose calendar reads it. */
async function endedScene(api: TestApi): Promise<WorkScene> {
  const guard = await api.guard();
  const given = await arrangeShift(api, guard, { jobTitle: 'Night watch', start: '10:20', end: '18:00', isTest: true });
  const they = shiftCalls(api, guard, given);
  await they.start();
  await they.end();
  const rated = await api.call(rateShift, { guard: guard.id, shiftId: given.shiftId, rating: 4.5, description: '' });
  const feed = await api.call(makeFeed, {}, { token: guard.token });
  return { guard, ...given, known: { ...known, id: [rated.data?.id], token: [feed.data?.url.match(/([\w-]{20,})/)?.[1]], rating: [4.5] } };
}

/**
 * A guard with a cover offer that has a proposed guard, and a guard for an open offer. The sides are in different cities: a guard may accept an
 * offer that fits, which changes rows of the guard who offered.
 */
async function coverScenes(api: TestApi, { name: city, lat, lng }: SceneCity): Promise<WorkScene[]> {
  const [first, second] = [await createFittingGuard(api), await createFittingGuard(api)];
  await sql`update guards set lat = ${lat}, lng = ${lng} where id in (${first.id}, ${second.id})`.execute(db());
  const offered = async (jobTitle: string, date: string) => {
    const given = await arrangeShift(api, first, { jobTitle, city, dates: [date], isTest: true });
    await coverCalls(api, given).offer(first);
    return { ...given, offerId: await coverCalls(api, given).offerId(first) };
  };
  const taken = await offered('Mall watch', '2027-03-17');
  await coverCalls(api, taken).accept(second, taken.offerId);
  api.clock.advance({ minutes: 1 });
  const open = await offered('Quay watch', '2027-03-19');
  return [
    { guard: first, ...taken, known: { ...known, offerId: [taken.offerId], isAutomatic: [true] } },
    { guard: second, ...open, known: { ...known, offerId: [open.offerId] } },
  ];
}
