import { sql } from 'kysely';
import { setSenders } from '../../../test/services';
import { testApi } from '../../../test/test-api';
import { db } from '../database/db';
import { queueMessage } from './message-queue';

testApi();

const by = { smtpUrl: 'smtp://127.0.0.1:9', smsUrl: 'http://127.0.0.1:9/messages' };
const mail = () => queueMessage({ channel: 'mail', to: 'ada@example.com', guardId: null, subject: 'News', body: 'Good morning.' });
const states = async () => (await sql<{ state: string }>`select state from outgoing_messages`.execute(db())).rows.map(({ state }) => state);

describe('the decision to queue a message', () => {
  beforeEach(() => sql`delete from outgoing_messages`.execute(db()));

  it('depends on the settings, not on a job of this process', async () => {
    setSenders({ mode: 'production', ...by });
    await mail();
    expect(await states()).toEqual(['queued']);
  });

  it('stores messages of a demonstration without a sender in the mailbox', async () => {
    setSenders({ mode: 'demo', ...by, smtpUrl: null });
    await mail();
    expect(await states()).toEqual(['kept']);
  });

  it.each(['smtpUrl', 'smsUrl'])('throws in production without %s', (missing) => {
    expect(() => setSenders({ mode: 'production', ...by, [missing]: null })).toThrow('Production has no mailbox');
  });
});
