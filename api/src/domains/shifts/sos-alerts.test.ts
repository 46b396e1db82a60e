import { site } from '@portal/contracts/_kernel/site';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { acknowledgeSos } from '@portal/contracts/shifts/shifts.staff';
import { sql } from 'kysely';
import { createWorkerAt, type GivenShift, type ShiftCalls } from '../../../test/shifts';
import { testApi } from '../../../test/test-api';
import { escalateSos } from '../../jobs/escalate-sos.job';
import { db, waitForBackground } from '../../platform/database/db';
import { sendDueNotices } from './notices.service';

const NOW = '2027-03-10T18:00:00.000Z';

const api = testApi();
let given: GivenShift;
let me: ShiftCalls;

beforeEach(async () => {
  ({ given, me } = await createWorkerAt(api, '2027-03-10T12:00:00.000Z'));
  api.clock.set(NOW);
  await me.start();
  await sql`delete from outgoing_messages`.execute(db());
  await sql`delete from sos_alerts`.execute(db());
});

const mails = async () => (await api.call(readMailbox, { to: site.supportEmail })).data.filter(({ body }) => body !== '');
/** One run of the worker. */
const passOn = async () => {
  const passedOn = await escalateSos();
  await waitForBackground();
  return passedOn;
};
const raised = async (extra = {}) => {
  const { data } = await me.sos(extra);
  if (!data) throw new Error('There is no SOS');
  return data;
};

describe('an SOS', () => {
  it('names the site in the first message, and sends the position to the same recipients when it is known', async () => {
    await sql`update jobs set place = 'Harbour Terminal 7' where id = ${given.jobId}`.execute(db());
    await me.sos();
    expect(await mails()).toMatchObject([
      { subject: expect.stringMatching(/^SOS: /), body: expect.stringContaining('\nSite: Harbour Terminal 7\nWhere: position unknown\n') },
    ]);
    api.clock.advance({ minutes: 3 });
    await passOn();
    api.clock.advance({ seconds: 1 });
    for (let pressed = 0; pressed < 2; pressed++) await me.sos();
    expect(await mails()).toHaveLength(1);
    for (let pressed = 0; pressed < 2; pressed++) await me.sos({ lat: 43.65100000000001, long: -79.383 });
    const [mail, ...older] = await mails();
    expect(older).toHaveLength(1);
    expect(mail).toMatchObject({
      subject: expect.stringMatching(/^SOS, where it is: .*Gate watch$/),
      body: expect.stringContaining('Site: Harbour Terminal 7\nWhere: 43.651, -79.383\n'),
    });
    const { data: toNext } = await api.call(readMailbox, { to: 'second@portal.example.com' });
    expect(toNext.map(({ subject }) => subject.split(':')[0])).toEqual(['SOS, where it is', 'SOS, no one has answered']);
  });

  it('pressed again after an acknowledgement is a new call for help, with its place, and further presses do not make another', async () => {
    const first = await raised({ lat: 43.651, long: -79.383 });
    api.clock.advance({ minutes: 1 });
    await api.call(acknowledgeSos, { sosId: first.sosId });
    api.clock.advance({ hours: 2 });
    const again = await Promise.all(Array.from({ length: 4 }, () => raised({ lat: 44.2, long: -79.2 })));
    expect(new Set(again.map(({ sosId }) => sosId)).size).toBe(1);
    const [second] = again;
    expect(second).toMatchObject({ state: 'sent', isActive: true, lat: 44.2, at: '2027-03-10T20:01:00.000Z', acknowledgedAt: null });
    const [mail, ...older] = await mails();
    expect(older).toHaveLength(1);
    expect(mail).toMatchObject({ subject: expect.stringMatching(/^SOS again: /), body: expect.stringContaining('Where: 44.2, -79.2\n') });
    expect((await me.record()).sos).toEqual([
      {
        ...{ ...first, state: 'acknowledged', isActive: false, reachedAt: NOW },
        ...{ acknowledgedAt: '2027-03-10T18:01:00.000Z', endedAt: second?.at },
      },
      { ...second, reachedAt: second?.at },
    ]);
    api.clock.advance({ minutes: 3 });
    expect(await passOn()).toBe(1);
    const { data } = await api.call(acknowledgeSos, { sosId: second?.sosId ?? '' });
    expect(data).toMatchObject({ state: 'acknowledged', isActive: true, acknowledgedAt: '2027-03-10T20:04:00.000Z' });
  });

  it('that waited on another phone until after the acknowledgement is a new SOS, with the time at which it was pressed', async () => {
    const first = await raised();
    api.clock.advance({ minutes: 10 });
    await api.call(acknowledgeSos, { sosId: first.sosId });
    const late = await raised({ at: '2027-03-10T18:05:00.000Z' });
    expect(late).toMatchObject({ state: 'sent', at: '2027-03-10T18:05:00.000Z', receivedAt: '2027-03-10T18:10:00.000Z' });
    expect(late.sosId).not.toBe(first.sosId);
    expect(await mails()).toHaveLength(2);
  });

  describe('without an acknowledgement for three minutes', () => {
    const next = async () => [
      ...(await api.call(readMailbox, { to: 'second@portal.example.com' })).data,
      ...(await api.call(readMailbox, { to: '4165550177' })).data,
    ];
    const calls = async () => {
      await passOn();
      return (await next()).length;
    };

    it('calls others by mail and by text message, and again every three minutes', async () => {
      await raised({ lat: 43.651, long: -79.383 });
      api.clock.advance({ minutes: 2, seconds: 59 });
      expect(await calls()).toBe(0);
      api.clock.advance({ seconds: 1 });
      expect(await calls()).toBe(2);
      const [mail, text] = await next();
      expect(mail).toMatchObject({ channel: 'mail', subject: expect.stringMatching(/^SOS, no one has answered: .*Gate watch$/) });
      expect(text).toMatchObject({ channel: 'sms', body: expect.stringContaining('43.651, -79.383') });
      const links = [mail, text].map(
        (one) => /\nAcknowledge: https:\/\/portal\.example\.com\/v1\/sos\/links\/([\w.-]+)$/.exec(one?.body ?? '')?.[1],
      );
      expect(links).toEqual([expect.any(String), expect.any(String)]);
      expect(new Set(links).size).toBe(2);
      expect(await calls()).toBe(2);
      api.clock.advance({ minutes: 3 });
      expect(await calls()).toBe(4);
    });

    it('sends those recipients the end, too, when it is turned off', async () => {
      await raised();
      api.clock.advance({ minutes: 3 });
      expect(await calls()).toBe(2);
      api.clock.advance({ seconds: 1 });
      await me.sos({ active: false });
      api.clock.advance({ seconds: 10 });
      await sendDueNotices('team');
      expect((await mails())[0]?.subject).toMatch(/^SOS turned off: /);
      expect((await next()).filter(({ body, subject }) => `${subject}${body}`.includes('SOS turned off'))).toHaveLength(2);
    });

    it('calls each time once when several processes run', async () => {
      await raised();
      api.clock.advance({ minutes: 3 });
      await Promise.all(Array.from({ length: 6 }, passOn));
      expect(await next()).toHaveLength(2);
    });

    it('a failed escalation does not delay the others', async () => {
      const { sosId } = await raised();
      const other = await createWorkerAt(api, '2027-03-10T12:00:00.000Z');
      api.clock.set(NOW);
      await other.me.sos();
      api.clock.advance({ minutes: 3 });
      await sql.raw(`alter table sos_alerts add constraint stuck check (id <> '${sosId}' or escalated_at is null)`).execute(db());
      await expect(passOn()).rejects.toThrow('stuck');
      await waitForBackground();
      expect(await next()).toHaveLength(2);
      await sql`alter table sos_alerts drop constraint stuck`.execute(db());
      expect(await calls()).toBe(4);
    });

    it.each([
      ['acknowledged', async (sosId: string) => void (await api.call(acknowledgeSos, { sosId }))],
      ['turned off', async () => void (await me.sos({ active: false }))],
      ['a day old', async () => api.clock.advance({ days: 1 })],
    ])('is not escalated any more once it is %s', async (_case, become) => {
      const { sosId } = await raised();
      await become(sosId);
      api.clock.advance({ minutes: 10 });
      expect(await calls()).toBe(0);
    });
  });
});
