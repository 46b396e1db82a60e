import { sql } from 'kysely';
import { testApi } from '../../../test/test-api';
import { runCleanUp } from '../../jobs/clean-up';
import { db } from '../database/db';
import { assignOwners, carryBy, queueMessage } from './message-queue';

const api = testApi();

const by = { smtpUrl: 'smtp://127.0.0.1:9', smsUrl: 'http://127.0.0.1:9/messages' };
const mail = () => queueMessage({ channel: 'mail', to: 'ada@example.com', guardId: null, subject: 'News', body: 'Good morning.' });
const states = async () => (await sql<{ state: string }>`select state from outgoing_messages`.execute(db())).rows.map(({ state }) => state);

describe('whether a message is queued', () => {
  beforeEach(() => sql`delete from outgoing_messages`.execute(db()));

  it('is said by the settings, not by a worker of this process', async () => {
    carryBy({ mode: 'production', ...by });
    await mail();
    expect(await states()).toEqual(['queued']);
  });

  it('a demonstration keeps in its mailbox what nobody carries', async () => {
    carryBy({ mode: 'demo', ...by, smtpUrl: null });
    await mail();
    expect(await states()).toEqual(['kept']);
  });

  it.each(['smtpUrl', 'smsUrl'])('production without %s does not start, and so keeps nothing', (missing) => {
    expect(() => carryBy({ mode: 'production', ...by, [missing]: null })).toThrow('Production has no mailbox');
  });
});

describe('whose a message is', () => {
  const whose = async () =>
    (
      await sql<{
        to: string;
        whose: string | null;
      }>`select recipient as "to", guard_id as whose from outgoing_messages order by 1`.execute(db())
    ).rows;
  beforeEach(() => sql`delete from outgoing_messages`.execute(db()));

  it('is found for what a release before wrote, by few at a time; a visitor’s stays nobody’s', async () => {
    carryBy({ mode: 'demo', smtpUrl: null, smsUrl: null });
    const [one, other] = [await api.guard(), await api.guard()];
    await sql`delete from outgoing_messages`.execute(db());
    for (const to of [one.email, 'visitor@example.com', other.email, one.email])
      await queueMessage({ channel: 'mail', to, guardId: null, subject: 'News', body: 'Good morning.' });
    expect(await assignOwners(undefined, 2)).toBe(3);
    const named = [one.email, one.email, other.email].map((to) => ({ to, whose: to === one.email ? one.id : other.id }));
    expect(await whose()).toEqual([...named, { to: 'visitor@example.com', whose: null }].sort((a, b) => (a.to < b.to ? -1 : 1)));
    expect(await assignOwners()).toBe(0);
  });

  it('is found each hour', async () => {
    const { id, email } = await api.guard();
    await sql`delete from outgoing_messages`.execute(db());
    await queueMessage({ channel: 'mail', to: email, guardId: null, subject: 'News', body: 'Good morning.' });
    await runCleanUp();
    expect(await whose()).toEqual([{ to: email, whose: id }]);
  });
});
