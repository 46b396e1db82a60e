import { addDays } from '@portal/contracts/_kernel/clock';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { deleteDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentMessages } from '@portal/contracts/documents/documents.rules';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { documentCalls } from '../../../test/documents';
import { withFailingNotifications } from '../../../test/failing-inserts';
import { openSession } from '../../../test/sessions';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { dueReminders, markTold } from './expiry.repository';
import { sendExpiryReminders } from './expiry.service';

const FIVE_DAYS = "new.title like '%in 5 days'";

let api: TestApi;
let guard: TestGuard;
let docs: ReturnType<typeof documentCalls>;

beforeAll(async () => {
  api = await startApi();
  docs = documentCalls(api);
});
beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});
afterEach(async () => {
  await sql`delete from guards where id = ${guard.id}`.execute(db());
});
afterAll(() => api.stop());

const licenceEnds = (day: string | null) =>
  sql`update guards set security_registration_expiry_date = ${day} where id = ${guard.id}`.execute(db());
/** Reads the rows directly, because the sessions of the guard have ended by then. */
const told = async () => {
  const { rows } = await sql<{ title: string }>`select title from notifications where guard_id = ${guard.id} order by created_at`.execute(
    db(),
  );
  return rows.map(({ title }) => title);
};

describe('reminders', () => {
  it('reminds of the licence 90, 60, 30, 14 and 7 days before its end, once each', async () => {
    await licenceEnds('2027-06-18');
    for (let day = 0; day <= 101; day++) {
      await sendExpiryReminders();
      if (day % 25 === 0) await sendExpiryReminders();
      api.clock.advance({ days: 1 });
    }
    const titles = [90, 60, 30, 14, 7].map((days) => `Your security licence expires in ${days} days`);
    expect(await told()).toEqual(titles);
    const { data } = await api.call(readMailbox, { to: guard.email });
    expect(data.map(({ subject }) => subject).sort()).toEqual(titles.slice(3).sort());
  });

  it('of a document name it and the day, and link to My Documents', async () => {
    await docs.add(guard, { expiryDate: '2027-03-23' });
    expect(await sendExpiryReminders()).toBe(1);
    const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(data.docs[0]).toMatchObject({
      title: 'Your Drivers license expires in 13 days',
      description: 'Your Drivers license expires in 13 days, on 23/03/2027. Please replace it in time.',
      to: '/guard/documents',
    });
    expect(await sendExpiryReminders()).toBe(0);
  });

  it('sends only the last of several overdue reminders, and none after the end', async () => {
    await licenceEnds('2027-04-05');
    expect(await sendExpiryReminders()).toBe(1);
    api.clock.advance({ days: 25 });
    await sendExpiryReminders();
    api.clock.advance({ days: 2 });
    await sendExpiryReminders();
    expect(await told()).toEqual(['Your security licence expires in 26 days', 'Your security licence expires tomorrow']);
  });

  it('starts the reminders again with another expiry date, and ends them with the document', async () => {
    await docs.add(guard, { expiryDate: '2027-03-23' });
    await sendExpiryReminders();
    const stored = await docs.first(guard);
    await docs.update(stored, guard, { expiryDate: '2027-03-16' });
    expect(await sendExpiryReminders()).toBe(1);
    await docs.update(stored, guard, { expiryDate: '2027-04-16' });
    expect((await api.call(deleteDocument, { id: stored.id }, { token: guard.token })).message).toBe(documentMessages.deleted);
    expect(await sendExpiryReminders()).toBe(0);
    expect(await told()).toHaveLength(2);
  });

  it('sends each reminder once if three runs overlap', async () => {
    await licenceEnds('2027-03-20');
    await docs.add(guard, { expiryDate: '2027-04-01' });
    expect(
      (await Promise.all([sendExpiryReminders(), sendExpiryReminders(), sendExpiryReminders()])).reduce((sum, count) => sum + count),
    ).toBe(2);
    expect(await told()).toHaveLength(2);
  });

  it('continues with the other guards when one reminder fails, retries it in the next run, and reports the number of failures', async () => {
    const others = [await api.guard(), await api.guard()];
    await licenceEnds('2027-03-15');
    await sql`update guards set security_registration_expiry_date = '2027-03-20' where id = any(${others.map(({ id }) => id)}::uuid[])`.execute(
      db(),
    );
    await withFailingNotifications(FIVE_DAYS, () => expect(sendExpiryReminders()).rejects.toThrow('1 reminders could not be sent, 2 were'));
    expect(await told()).toEqual([]);
    expect(await sendExpiryReminders()).toBe(1);
    expect(await told()).toEqual(['Your security licence expires in 5 days']);
    await sql`delete from guards where id = any(${others.map(({ id }) => id)}::uuid[])`.execute(db());
  });

  it('reaches the guards behind more failing reminders than one batch holds', async () => {
    await licenceEnds('2027-03-20');
    const many = 'expiry-many';
    await sql`insert into guards (email, password_hash, first_name, last_name, mobile_number, security_registration_expiry_date)
      select ${many} || n || '@example.com', '', 'Ada', 'Many', '', '2027-03-15' from generate_series(1, 60) n`.execute(db());
    await withFailingNotifications(FIVE_DAYS, () =>
      expect(sendExpiryReminders()).rejects.toThrow('60 reminders could not be sent, 1 were'),
    );
    expect(await told()).toEqual(['Your security licence expires in 10 days']);
    await sql`delete from guards where email like ${`${many}%`}`.execute(db());
  });

  it('are marked once by the database', async () => {
    await licenceEnds('2027-03-20');
    const [due] = await dueReminders('2027-03-10', 10);
    if (!due) throw new Error('nothing is due');
    expect(due).toMatchObject({ guardId: guard.id, documentId: null, daysLeft: 10, daysBefore: 14 });
    const marks = await Promise.all([1, 2, 3].map(() => markTold(due, '2027-03-10T15:00:00.000Z')));
    expect(marks.filter(Boolean)).toHaveLength(1);
    expect(await dueReminders('2027-03-10', 10)).toEqual([]);
  });

  it('use the day at the sites', async () => {
    await licenceEnds('2027-03-24');
    api.clock.set('2027-03-10T03:30:00.000Z');
    expect((await dueReminders('2027-03-09', 10)).map(({ daysBefore }) => daysBefore)).toEqual([30]);
    await sendExpiryReminders();
    api.clock.set('2027-03-10T05:30:00.000Z');
    await sendExpiryReminders();
    expect(await told()).toEqual(['Your security licence expires in 15 days', 'Your security licence expires in 14 days']);
  });
});

describe('expiry notices on every page', () => {
  const standing = async (by = guard) => (await api.call(session, {} as never, { token: by.token })).data.standing;
  const notice = async (by = guard) => (await standing(by))?.find(({ domain }) => domain === 'documents')?.notices;

  it('shows a guard whose licence ends in 13 days a notice with a link to update it', async () => {
    await licenceEnds('2027-03-23');
    expect(await notice()).toEqual([
      {
        id: 'licence:2027-03-23',
        tone: 'warning',
        text: 'Your security licence expires in 13 days, on 23/03/2027.',
        to: '/guard/documents',
        label: 'Open My Documents',
      },
    ]);
    await licenceEnds('2027-03-25');
    expect(await notice()).toEqual([]);
    await licenceEnds('2027-03-09');
    expect(await notice()).toMatchObject([{ tone: 'error', text: 'Your security licence expired yesterday, on 09/03/2027.' }]);
  });

  it.each([
    // The first two: 23:30 on the evening before the day of 23 hours, and before the day of 25.
    ['spring', '2027-03-14T04:30:00.000Z', '2027-03-13'],
    ['autumn', '2027-11-07T03:30:00.000Z', '2027-11-06'],
    ['the days in spring', '2027-03-02T04:30:00.000Z', '2027-03-01'],
    ['the days in autumn', '2027-10-26T03:30:00.000Z', '2027-10-25'],
    ['the hour after midnight', '2027-10-26T04:30:00.000Z', '2027-10-26'],
  ])('counts fourteen days by the calendar of the sites, over the change of the clocks in %s', async (_when, instant, today) => {
    const late = await api.guard();
    api.clock.set(instant);
    const token = await openSession(late.id, 'web');
    const of = async (days: number) => {
      const day = addDays(today, days);
      await sql`update guards set security_registration_expiry_date = ${day} where id = ${late.id}`.execute(db());
      return (await notice({ ...late, token }))?.map(({ text }) => text);
    };
    expect(await of(14)).toEqual([expect.stringContaining('expires in 14 days')]);
    expect(await of(15)).toEqual([]);
    await sql`delete from guards where id = ${late.id}`.execute(db());
  });

  it('disappears when the document was replaced', async () => {
    await docs.add(guard, { expiryDate: '2027-03-20' });
    expect(await notice()).toMatchObject([{ text: 'Your Drivers license expires in 10 days, on 20/03/2027.' }]);
    await docs.update(await docs.first(guard), guard, { expiryDate: '2030-03-20' });
    expect(await notice()).toEqual([]);
  });

  it('is one notice of the first of several, and has a new id when one of them changes', async () => {
    await licenceEnds('2027-03-15');
    await docs.add(guard, { expiryDate: '2027-03-11' });
    await docs.add(guard, { expiryDate: '2027-03-20', documentType: 'Other', documentNumber: '77' });
    const [one] = (await notice()) ?? [];
    expect(one).toMatchObject({ text: 'Your Drivers license expires tomorrow, on 11/03/2027. 2 more expire soon.' });
    await licenceEnds('2029-03-15');
    const [other] = (await notice()) ?? [];
    expect(other?.text).toBe('Your Drivers license expires tomorrow, on 11/03/2027. One more expires soon.');
    expect(other?.id).not.toBe(one?.id);
  });

  it('names each domain without a notice, and returns nothing while the guard has an onboarding step to finish', async () => {
    const nothing = ['documents', 'guards', 'shifts'].map((domain) => ({ domain, notices: [] }));
    expect(await standing()).toEqual(nothing);
    expect(await standing(await api.guard({ step: 'otp' }))).toEqual([]);
    expect(await standing(await api.guard({ step: 'approval' }))).toEqual(nothing);
  });
});
