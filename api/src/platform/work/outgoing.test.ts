import { sql } from 'kysely';
import { testApi } from '../../testing/api';
import { db } from '../database/db';
import { carryBy, send } from './outgoing';

testApi();

const by = { smtpUrl: 'smtp://127.0.0.1:9', smsUrl: 'http://127.0.0.1:9/messages' };
const mail = () => send({ channel: 'mail', to: 'ada@example.com', subject: 'News', body: 'Good morning.' });
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
