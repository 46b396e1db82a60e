import { site } from '@portal/contracts/_kernel/site';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { readChat } from '@portal/contracts/chat/chat.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { recordLines } from '@portal/contracts/shifts/shifts.record';
import { acknowledgeSos, closeShift, openSos } from '@portal/contracts/shifts/shifts.staff';
import { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { listWelfareChecks, setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import { sql } from 'kysely';
import { arrangeShift, createWorkerAt, type GivenShift, type ShiftCalls, shiftCalls } from '../../../test/shifts';
import { collectChanges } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';
import { followWelfareChecks } from '../../jobs/follow-welfare-checks.job';
import { db } from '../../platform/database/db';
import { sendDueNotices } from '../shifts/notices.service';
import { callOf } from '../shifts/sos.repository';
import { openPage } from '../shifts/sos-page.html';
import { noteApiIsRunning } from './welfare.service';

const MOBILE = '4165550177';
const START = '2027-03-10T17:00:00.000Z';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: ShiftCalls;

beforeEach(async () => {
  ({ guard, given, me } = await createWorkerAt(api, '2027-03-10T12:00:00.000Z'));
  api.clock.set(START);
  await sql`update guards set mobile_number = ${MOBILE} where id = ${guard.id}`.execute(db());
  await sql`delete from welfare_checks`.execute(db());
  await sql`delete from outgoing_messages`.execute(db());
});

const at = (time: string) => `2027-03-10T${time}:00.000Z`;
const set = (everyMinutes: number, more: Record<string, unknown> = {}) =>
  api.call(setWelfareCheck, { jobId: given.jobId, everyMinutes, ...more } as never);
const answer = (extra: Record<string, unknown> = {}, token = guard.token) =>
  api.call(answerWelfareCheck, { jobId: given.jobId, shiftId: given.shiftId, ...extra } as never, { token });
const shown = async () => (await me.shown()).shift?.welfare;
const texts = async () => (await api.call(readMailbox, { to: MOBILE })).data.map(({ body }) => body);
const mails = async () => (await api.call(readMailbox, { to: site.supportEmail })).data;
const waiting = async () => (await api.call(openSos, {})).data.filter((sos) => sos.guard === guard.email);
const listed = async () => (await api.call(listWelfareChecks, {})).data.filter((one) => one.guard === guard.email);

/** The page that a dispatcher sees behind an unused link. */
async function openPageOf(sosId = ''): Promise<string> {
  const sos = await callOf(sosId);
  return sos ? openPage(sos, 'Day desk') : '';
}

/** Moves the clock, and lets the worker make the due steps. */
async function goTo(time: string): Promise<void> {
  api.clock.set(at(time));
  await followWelfareChecks();
}

/** A running shift with a check every 30 minutes, and a grace period of 5. */
async function running(): Promise<void> {
  await set(30);
  await me.start();
}

describe('the setting of a site', () => {
  it('[WELFARE-01] is shown before the start, begins with the shift and ends with it', async () => {
    expect(await shown()).toBeNull();
    expect((await set(30)).data).toMatchObject({ everyMinutes: 30, graceMinutes: 5, runningShifts: 0 });
    expect(await shown()).toMatchObject({ everyMinutes: 30, graceMinutes: 5, takesSms: true, state: null, dueAt: null });
    await me.start();
    expect(await shown()).toMatchObject({ state: 'waiting', dueAt: at('17:30') });
    await me.end();
    expect((await me.record()).welfare).toMatchObject({ state: 'over', dueAt: null });
    expect(await listed()).toEqual([]);
  });

  it.each([[14], [121], [-1], [20.5]])('[WELFARE-01] refuses a check every %p minutes', async (everyMinutes) => {
    const { code, message } = await set(everyMinutes);
    expect([code, message]).toEqual([400, 'A check every 15 to 120 minutes; 0 turns it off']);
  });

  it.each([[0], [16]])('refuses a grace period of %p minutes', async (graceMinutes) => {
    expect((await set(30, { graceMinutes })).code).toBe(400);
  });

  it('[WELFARE-01] changes and ends the checks of running shifts, of every job at the site', async () => {
    await me.start();
    const other = await api.guard();
    const second = await arrangeShift(api, other, { jobTitle: 'Dock watch', siteOf: given.jobId, start: '12:10' });
    await shiftCalls(api, other, second).start();
    expect((await set(30)).data.runningShifts).toBe(2);
    expect(await shown()).toMatchObject({ state: 'waiting', dueAt: at('17:30') });
    await set(15, { graceMinutes: 2 });
    expect(await shown()).toMatchObject({ state: 'waiting', dueAt: at('17:15'), graceMinutes: 2 });
    expect((await set(20)).data.graceMinutes).toBe(2);
    await set(0);
    expect(await shown()).toBeNull();
    await goTo('18:30');
    expect(await texts()).toEqual([]);
  });

  it('[WELFARE-01] never postpones the next check when it is set again', async () => {
    await running();
    api.clock.set(at('17:20'));
    await set(30);
    expect(await shown()).toMatchObject({ dueAt: at('17:30') });
    await set(60);
    expect(await shown()).toMatchObject({ dueAt: at('17:30') });
  });

  it('keeps the check of a guard on a break paused', async () => {
    await me.start();
    await me.takeBreak();
    await set(30);
    expect(await shown()).toMatchObject({ state: 'paused', dueAt: null });
  });

  it('is refused for an unknown job', async () => {
    expect((await api.call(setWelfareCheck, { jobId: guard.id, everyMinutes: 30 } as never)).code).toBe(404);
  });
});

describe('the timer of the server', () => {
  it('[WELFARE-02] sends an alert and a text message with a reply code, and calls a second time', async () => {
    await running();
    await goTo('17:29');
    expect(await texts()).toEqual([]);
    await goTo('17:30');
    expect(await texts()).toEqual([
      expect.stringMatching(/^Welfare check\. Are you OK\? Please answer by 12:40 p\.m\. Reply \d{4} if you are OK\.$/),
    ]);
    const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(data.docs[0]).toMatchObject({ title: 'Welfare check', to: '/onJob' });
    expect(await shown()).toMatchObject({ state: 'asked', askedAt: at('17:30'), answerBy: at('17:40'), dueAt: null });
    const { rows } = await sql`select is_secret from outgoing_messages where recipient = ${MOBILE}`.execute(db());
    expect(rows).toEqual([{ is_secret: true }]);
    await goTo('17:35');
    expect((await texts())[0]).toMatch(
      /^Welfare check, second call\. You have not answered\. At 12:40 p\.m\. we alert dispatch\. Reply \d{4} /,
    );
    expect(await shown()).toMatchObject({ state: 'called-again', answerBy: at('17:40') });
  });

  it('[WELFARE-04] escalates as an SOS with the last position and battery level, which dispatch acknowledges', async () => {
    await running();
    api.clock.set(at('17:20'));
    await answer({ lat: 43.651, long: -79.383, accuracy: 12, battery: 41 });
    for (const time of ['17:50', '17:55', '17:59']) await goTo(time);
    expect(await waiting()).toEqual([]);
    await goTo('18:00');
    const [sos] = await waiting();
    expect(sos).toMatchObject({
      ...{ reason: 'no-answer', isActive: true, state: 'sent', at: at('18:00'), lat: 43.651, long: -79.383, accuracy: 12 },
      ...{ placedAt: at('17:20'), battery: 41, answeredAt: null },
    });
    const [mail] = await mails();
    expect(mail?.subject).toMatch(/^SOS, no answer to a welfare check: .*Gate watch$/);
    for (const words of [
      'No answer to a welfare check, escalated',
      'Last known battery level: 41%',
      '43.651, -79.383 at 10-03-2027 5:20, PM',
    ])
      expect(mail?.body).toContain(words);
    expect(await listed()).toMatchObject([{ state: 'escalated', escalatedAt: at('18:00'), answeredAt: at('17:20') }]);
    const { data } = await api.call(acknowledgeSos, { sosId: sos?.sosId ?? '' });
    expect(data).toMatchObject({ state: 'acknowledged' });
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['battery level', { lat: 43.7, long: -79.4 }, { lat: 43.7, long: -79.4, placedAt: at('17:25'), battery: 41 }],
    ['position', { battery: 30 }, { lat: 43.651, long: -79.383, accuracy: 12, placedAt: at('17:20'), battery: 30 }],
  ])('[WELFARE-04] an answer without a %s keeps the known one', async (_what, sent, known) => {
    await running();
    api.clock.set(at('17:20'));
    await answer({ lat: 43.651, long: -79.383, accuracy: 12, battery: 41 });
    api.clock.set(at('17:25'));
    await answer(sent);
    for (const time of ['17:55', '18:00', '18:05']) await goTo(time);
    expect(await waiting()).toMatchObject([known]);
  });

  it('shows the guard that dispatch saw the missing answer, and the chat of the job has no position', async () => {
    await set(30);
    await me.arrive({ lat: 43.6, long: -79.4, accuracy: 30 });
    await me.start();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    const notices = async () => (await api.call(session, {} as never, { token: guard.token })).data.standing;
    expect(JSON.stringify(await notices())).toContain('You did not answer a welfare check, so we alerted dispatch at 12:40 p.m.');
    const [sos] = await waiting();
    await api.call(acknowledgeSos, { sosId: sos?.sosId ?? '' });
    const seen = JSON.stringify(await notices());
    expect(seen).toMatch(/"[^"]+ saw at 12:40 p\.m\. that you did not answer a welfare check"/);
    expect(seen).not.toContain('Your SOS');
    await sendDueNotices('chat');
    const chat = JSON.stringify((await api.call(readChat, { jobId: given.jobId } as never)).data);
    expect(chat).toContain('did not answer a welfare check.');
    expect(chat).not.toContain('43.6');
  });

  it('sends the position of the arrival if no answer had one', async () => {
    await set(30);
    await me.arrive({ lat: 43.6, long: -79.4, accuracy: 30 });
    await me.start();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    expect(await waiting()).toMatchObject([{ lat: 43.6, long: -79.4, placedAt: START, battery: null }]);
  });

  it('[WELFARE-04] sends the position of a press of SOS if it is the latest of the shift', async () => {
    await set(30);
    await me.arrive({ lat: 43.6, long: -79.4, accuracy: 30 });
    await me.start();
    api.clock.set(at('17:20'));
    await me.sos({ lat: 43.7, long: -79.5, accuracy: 8 });
    api.clock.set(at('17:21'));
    await me.sos({ active: false });
    for (const time of ['17:51', '17:56', '18:01']) await goTo(time);
    const [sos] = (await waiting()).filter(({ isActive }) => isActive);
    expect(sos).toMatchObject({ reason: 'no-answer', lat: 43.7, long: -79.5, accuracy: 8, placedAt: at('17:20') });
  });

  it('[WELFARE-05] pauses during a break, and continues after it', async () => {
    await running();
    api.clock.set(at('17:20'));
    await me.takeBreak();
    expect(await shown()).toMatchObject({ state: 'paused', dueAt: null });
    for (const time of ['17:30', '18:30']) await goTo(time);
    expect(await texts()).toEqual([]);
    await me.endBreak();
    expect(await shown()).toMatchObject({ state: 'waiting', dueAt: at('19:00') });
    await goTo('19:00');
    expect(await texts()).toHaveLength(1);
  });

  it('makes each step once when several workers run at the same time', async () => {
    await running();
    api.clock.set(at('17:30'));
    await Promise.all([followWelfareChecks(), followWelfareChecks(), followWelfareChecks()]);
    expect(await texts()).toHaveLength(1);
  });

  it('escalates the other guards when the step of one fails', async () => {
    await running();
    const other = await api.guard();
    const second = await arrangeShift(api, other, { jobTitle: 'Dock watch', siteOf: given.jobId, start: '12:10' });
    const they = shiftCalls(api, other, second);
    await they.start();
    await sql`create function refuse_step() returns trigger language plpgsql as $$ begin
      if new.asked_at is not null and exists (select from assignments where id = new.assignment_id and guard_id::text = tg_argv[0])
      then raise exception 'refused'; end if; return new; end $$`.execute(db());
    await sql
      .raw(`create trigger refuse_step before update on welfare_checks for each row execute function refuse_step('${guard.id}')`)
      .execute(db());
    api.clock.set(at('17:30'));
    await expect(followWelfareChecks()).rejects.toThrow('refused');
    expect((await they.shown()).shift?.welfare).toMatchObject({ state: 'asked' });
    await sql`drop function refuse_step cascade`.execute(db());
  });
});

describe('[WELFARE-09] an outage of the API alone, while the timer runs', () => {
  /** The API is running from one time to the other. */
  async function runApi(from: string, until: string): Promise<void> {
    const [start, end] = [from, until].map((time) => Date.parse(`2027-03-10T${time}.000Z`)) as [number, number];
    for (let now = start; now <= end; now += 10_000) {
      api.clock.set(new Date(now).toISOString());
      await noteApiIsRunning();
    }
  }
  beforeEach(async () => {
    await sql`delete from api_signs`.execute(db());
    await running();
  });

  it('gives a guard who answered in vain one more grace period', async () => {
    await runApi('17:29:00', '17:31:00');
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    expect(await shown()).toMatchObject({ state: 'called-again', answerBy: at('17:45') });
    await answer({ at: at('17:33') });
    await goTo('17:45');
    expect([await shown(), await waiting()]).toMatchObject([{ state: 'waiting', answeredAt: at('17:33') }, []]);
  });

  it.each([
    ['continues', []],
    ['has ended', [['17:36:00', '17:40:00']]],
  ])('delays the escalation of a silent guard by one grace period when it %s', async (_what, later) => {
    await runApi('17:29:00', '17:31:00');
    for (const time of ['17:30', '17:35']) await goTo(time);
    for (const [from = '', until = ''] of later) await runApi(from, until);
    for (const time of ['17:40', '17:44']) await goTo(time);
    expect(await waiting()).toEqual([]);
    await goTo('17:45');
    expect(await waiting()).toMatchObject([{ reason: 'no-answer', at: at('17:45') }]);
  });

  const stepAt = async (time: string) => {
    api.clock.set(`2027-03-10T${time}.000Z`);
    await followWelfareChecks();
  };

  it('holds the escalation for some seconds when the API is back shortly before, so that an answer in vain arrives first', async () => {
    await runApi('17:29:00', '17:39:40');
    for (const time of ['17:30:00', '17:35:00', '17:40:00']) await stepAt(time);
    await runApi('17:40:05', '17:40:05');
    await stepAt('17:40:06');
    expect(await waiting()).toEqual([]);
    await answer({ at: '2027-03-10T17:39:50.000Z' });
    await stepAt('17:40:15');
    expect([await shown(), await waiting()]).toMatchObject([{ state: 'waiting' }, []]);
  });

  it.each([
    ['five seconds after a short outage', ['17:40:05', '17:40:10'], '17:40:10'],
    ['16 seconds after the deadline, while outages follow each other', ['17:40:05', '17:40:10'], '17:40:16'],
  ])('escalates a silent guard %s', async (_what, signs, time) => {
    await runApi('17:29:00', '17:39:40');
    for (const step of ['17:30:00', '17:35:00', '17:40:00']) await stepAt(step);
    for (const sign of signs) await runApi(sign, sign);
    await stepAt(time);
    expect(await waiting()).toMatchObject([{ reason: 'no-answer', at: `2027-03-10T${time}.000Z` }]);
  });

  it.each([
    ['the API has written no sign of life', []],
    ['the API runs all the time', [['17:00:00', '17:40:00']]],
    [
      'it ended before the ask',
      [
        ['17:00:00', '17:10:00'],
        ['17:20:00', '17:40:00'],
      ],
    ],
    [
      'it lasted 30 seconds',
      [
        ['17:00:00', '17:33:00'],
        ['17:33:30', '17:40:00'],
      ],
    ],
  ])('delays no escalation when %s', async (_what, runs) => {
    for (const [from = '', until = ''] of runs) await runApi(from, until);
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    expect(await waiting()).toMatchObject([{ reason: 'no-answer', at: at('17:40') }]);
  });

  it('delays no escalation when the last sign of life is a day old, because the processes have changed since', async () => {
    await noteApiIsRunning();
    await sql`update api_signs set seen_at = seen_at - interval '1 day'`.execute(db());
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    expect(await waiting()).toMatchObject([{ reason: 'no-answer', at: at('17:40') }]);
  });
});

describe('an answer', () => {
  it('[WELFARE-06] on the page moves the next check, and a repetition changes nothing', async () => {
    await running();
    await goTo('17:30');
    api.clock.set(at('17:32'));
    const reply = await answer({ at: at('17:31') });
    expect(reply).toMatchObject({ code: 200, message: 'Noted: you are OK.' });
    expect(reply.data).toEqual({ at: at('17:31'), isServerTime: false, dueAt: at('18:01'), isLate: false });
    expect((await answer({ at: at('17:31') })).data).toMatchObject({ dueAt: at('18:01') });
    expect(await shown()).toMatchObject({ state: 'waiting', dueAt: at('18:01'), answeredAt: at('17:31') });
    await goTo('17:45');
    expect([await texts(), await waiting()]).toMatchObject([[expect.any(String)], []]);
  });

  it('[WELFARE-07] that comes late ends the escalation, and staff see its time', async () => {
    await running();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    expect(await waiting()).toHaveLength(1);
    api.clock.set(at('17:52'));
    const { data } = await answer({ at: at('17:38') });
    expect(data).toMatchObject({ at: at('17:38'), dueAt: at('18:08'), isLate: true });
    const [sos] = await waiting();
    expect(sos).toMatchObject({ isActive: false, answeredAt: at('17:38'), endedAt: at('17:52') });
    expect(await shown()).toMatchObject({ state: 'waiting', dueAt: at('18:08') });
    expect(recordLines(await me.record()).map(({ what, at: time }) => [what, time])).toEqual(
      expect.arrayContaining([
        ['Welfare check answered late', at('17:38')],
        ['SOS off', at('17:52')],
      ]),
    );
  });

  it('[WELFARE-07] does not end an SOS that the guard pressed', async () => {
    await running();
    await me.sos();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    expect(await waiting()).toMatchObject([{ reason: 'press', isActive: true }]);
    api.clock.set(at('17:41'));
    await answer();
    expect(await waiting()).toMatchObject([{ reason: 'press', isActive: true }]);
  });

  it('[WELFARE-04] is missed also behind an SOS that dispatch acknowledged earlier', async () => {
    await running();
    const { data } = await me.sos();
    await api.call(acknowledgeSos, { sosId: data?.sosId ?? '' });
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    expect((await waiting()).filter(({ isActive }) => isActive)).toMatchObject([{ reason: 'no-answer', state: 'sent', at: at('17:40') }]);
    expect((await mails())[0]?.subject).toMatch(/^SOS, no answer to a welfare check: /);
    expect(await openPageOf(data?.sosId)).toContain('A newer SOS of the guard replaced it: Wed, Mar 10, 2027, 12:40 p.m.');
  });

  it.each([true, false])('is also an SOS that the guard turns on or off: active %p', async (active) => {
    await running();
    await me.sos({ active: !active });
    await goTo('17:30');
    expect(await shown()).toMatchObject({ state: 'asked' });
    await me.sos({ active });
    expect(await shown()).toMatchObject({ state: 'waiting', dueAt: at('18:00') });
  });

  it('has a next ask after an escalation behind an SOS without an acknowledgement', async () => {
    await running();
    await me.sos();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    expect(await shown()).toMatchObject({ state: 'escalated' });
    await me.sos({ active: false });
    expect(await shown()).toMatchObject({ state: 'waiting', dueAt: at('18:10') });
  });

  it('a press on SOS during an escalation is a new call for help, and its time answers the check', async () => {
    await running();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    api.clock.set(at('17:52'));
    const { data } = await me.sos({ at: at('17:45') });
    expect(data).toMatchObject({ reason: 'press', isActive: true, state: 'sent', at: at('17:45') });
    expect((await me.record()).sos).toMatchObject([
      { reason: 'no-answer', isActive: false, answeredAt: at('17:45'), endedAt: at('17:52') },
      { reason: 'press', isActive: true },
    ]);
    expect(await openPageOf((await me.record()).sos[0]?.sosId)).toContain('The guard answered late: Wed, Mar 10, 2027, 12:45 p.m.');
    expect(await shown()).toMatchObject({ state: 'waiting' });
  });

  it.each([
    ['an escalation that runs', async () => undefined],
    ['an escalation that was answered late', () => answer({ at: at('17:45') })],
  ])('a press on SOS that was made before %s keeps its time, also when it arrives after it', async (_which, before) => {
    await running();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    api.clock.set(at('17:50'));
    await before();
    api.clock.set(at('17:52'));
    expect((await me.sos({ at: at('17:38') })).data).toMatchObject({ reason: 'press', isActive: true, at: at('17:38') });
    api.clock.set(at('17:53'));
    expect((await me.sos({ active: false })).data).toMatchObject({ reason: 'press', isActive: false, endedAt: at('17:53') });
    expect((await waiting()).filter(({ isActive }) => isActive)).toEqual([]);
  });

  it('an SOS that the guard turned off before the ask does not end a later escalation', async () => {
    await running();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    await me.sos({ active: false, at: at('17:00') });
    expect(await waiting()).toMatchObject([{ reason: 'no-answer', isActive: true }]);
    expect(await shown()).toMatchObject({ state: 'escalated' });
  });

  it('[WELFARE-04] calls the team again when an old end of the SOS that called it arrives after the escalation', async () => {
    await running();
    await me.sos();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    expect(await waiting()).toMatchObject([{ reason: 'press', isActive: true }]);
    await me.sos({ active: false, at: at('17:00') });
    expect(await shown()).toMatchObject({ state: 'escalated' });
    expect((await waiting()).filter(({ isActive }) => isActive)).toMatchObject([{ reason: 'no-answer', state: 'sent' }]);
    expect((await mails())[0]?.subject).toMatch(/^SOS, no answer to a welfare check: /);
    api.clock.set(at('17:45'));
    await answer();
    expect((await waiting()).filter(({ isActive }) => isActive)).toEqual([]);
  });

  it('an escalation that an older page turns off counts as answered', async () => {
    await running();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    expect((await me.sos({ active: false })).data).toMatchObject({ reason: 'no-answer', isActive: false, answeredAt: at('17:40') });
    expect(await shown()).toMatchObject({ state: 'waiting', dueAt: at('18:10') });
  });

  it.each([
    ['close the shift', () => api.call(closeShift, { guard: guard.id, shiftId: given.shiftId, endedAt: at('17:40') })],
    ['end the checks of the site', () => set(0)],
  ])('is not needed any more when staff %s, which ends the SOS without an answer', async (_which, close) => {
    await running();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    api.clock.set(at('17:50'));
    await close();
    const [sos] = await waiting();
    expect(sos).toMatchObject({ reason: 'no-answer', isActive: false, endedAt: at('17:50'), answeredAt: null });
    expect(await openPageOf(sos?.sosId)).toContain('Staff ended the welfare check: Wed, Mar 10, 2027, 12:50 p.m.');
    api.clock.set(at('17:51'));
    await sendDueNotices('team');
    const mail = (await mails()).find(({ subject }) => subject.startsWith('SOS over, staff ended the welfare check: '));
    expect(mail?.body).toContain('Ended by staff: 10-03-2027 5:50, PM UTC.');
  });

  it('ends the escalation also after staff ended and set the checks again', async () => {
    await running();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    await set(0);
    await set(30);
    expect(await shown()).toMatchObject({ state: 'waiting', dueAt: at('18:10') });
    expect((await waiting()).filter(({ isActive }) => isActive)).toEqual([]);
  });

  it('that is too old for the ask does not count, and its reply requests another press', async () => {
    await running();
    for (const time of ['17:30', '17:35', '17:40']) await goTo(time);
    const { code, message } = await answer({ at: at('17:00') });
    expect([code, message]).toEqual([200, 'This answer is too old for the current check. If you are OK, please press again.']);
    expect(await shown()).toMatchObject({ state: 'escalated' });
    expect(await waiting()).toMatchObject([{ isActive: true }]);
  });

  it('with a time of the future counts with the time of the server', async () => {
    await running();
    const { data, message } = await answer({ at: at('17:10') });
    expect([data.at, data.isServerTime, message]).toEqual([START, true, expect.stringContaining("Your phone's clock was wrong")]);
  });

  it('is refused for a shift of another guard, and for one without a check', async () => {
    const other = await api.guard();
    expect((await answer({}, other.token)).code).toBe(404);
    expect(await answer()).toMatchObject({ code: 409, message: 'This shift is not running, so it has no welfare check.' });
  });

  it('forgets position and battery level at the end of the shift', async () => {
    await running();
    await answer({ lat: 43.651, long: -79.383, battery: 41 });
    await me.end();
    const { rows } = await sql`select w.lat, w.long, w.battery, w.placed_at, w.code from welfare_checks w
      join held_assignments a on a.id = w.assignment_id where a.guard_id = ${guard.id}`.execute(db());
    expect(rows).toEqual([{ lat: null, long: null, battery: null, placed_at: null, code: null }]);
  });

  it('reaches an open page by an event, as an ask does', async () => {
    await running();
    expect(await collectChanges(api.url, guard.token, () => goTo('17:30'))).toEqual(expect.arrayContaining(['shifts', 'notifications']));
    expect(await collectChanges(api.url, guard.token, () => answer())).toEqual(['shifts']);
  });
});
