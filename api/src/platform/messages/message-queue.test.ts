import { sql } from 'kysely';
import { testApi } from '../../../test/test-api';
import { runCleanUp } from '../../jobs/clean-up';
import { db } from '../database/db';
import { assignOwners, carryBy, queueMessage } from './message-queue';

const api = testApi();

const by = { smtpUrl: 'smtp://127.0.0.1:9', smsUrl: 'http://127.0.0.1:9/messages' };
const mail = () => queueMessage({ channel: 'mail', to: 'ada@example.com', guardId: null, subject: 'News', body: 'Good morning.' });
const states = async () => (await sql<{ state: string }>`select state from outgoing_messages`.execute(db())).rows.map(({ state }) => state);

describe('the decision to queue a message', () => {
  beforeEach(() => sql`delete from outgoing_messages`.execute(db()));

  it('depends on the settings, not on a job of this process', async () => {
    carryBy({ mode: 'production', ...by });
    await mail();
    expect(await states()).toEqual(['queued']);
  });

  it('stores messages of a demonstration without a sender in the mailbox', async () => {
    carryBy({ mode: 'demo', ...by, smtpUrl: null });
    await mail();
    expect(await states()).toEqual(['kept']);
  });

  it.each(['smtpUrl', 'smsUrl'])('throws in production without %s', (missing) => {
    expect(() => carryBy({ mode: 'production', ...by, [missing]: null })).toThrow('Production has no mailbox');
  });
});

describe('the guard of a message', () => {
  const whose = async () =>
    (
      await sql<{
        to: string;
        whose: string | null;
      }>`select recipient as "to", guard_id as whose from outgoing_messages order by 1`.execute(db())
    ).rows;
  beforeEach(() => sql`delete from outgoing_messages`.execute(db()));

  it('is assigned to messages of an earlier release in batches, and not to a visitor’s message', async () => {
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

  it('is assigned by the hourly clean-up', async () => {
    const { id, email } = await api.guard();
    await sql`delete from outgoing_messages`.execute(db());
    await queueMessage({ channel: 'mail', to: email, guardId: null, subject: 'News', body: 'Good morning.' });
    await runCleanUp();
    expect(await whose()).toEqual([{ to: email, whose: id }]);
  });
});
