import { getRooms } from '@portal/contracts/chat/chat.endpoints';
import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { sql } from 'kysely';
import { createWorkerAt } from '../../../test/shifts';
import { testApi } from '../../../test/test-api';
import { db } from '../database/db';
import { WRITES_PER_GUARD } from './rate-limit';

const MAX = 20;
const api = testApi({ writeLimit: { ...WRITES_PER_GUARD, max: MAX } });

const worker = async () => {
  const working = await createWorkerAt(api, '2027-03-10T12:00:00.000Z');
  api.clock.set('2027-03-10T18:00:00.000Z');
  await working.me.start();
  await sql`delete from rate_limits`.execute(db());
  const { token } = working.guard;
  const note = (key: string) =>
    api.call(
      writeEnote,
      { jobId: working.given.jobId, title: `Patrol ${key}`, eventTime: '12:00:00', type: 1, description: 'Quiet.' } as never,
      { token, headers: { 'idempotency-key': `note-number-${key}` } },
    );
  return { ...working, token, note };
};

it('rejects writes of one guard above the limit with the seconds to wait, and no writes of another guard', async () => {
  const [ada, ben] = [await worker(), await worker()];
  for (let count = 0; count < MAX; count++) expect((await ada.note(`${count}`)).code).toBe(200);
  api.clock.advance({ seconds: 20 });
  const refused = await ada.note('one-more');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
  expect((await ben.note('0')).code).toBe(200);
  api.clock.advance({ seconds: 40 });
  expect((await ada.note('one-more')).code).toBe(200);
});

it('loses none of the hundred entries of a phone that waits for the time in each reply', async () => {
  const { guard, note } = await worker();
  let left = Array.from({ length: 100 }, (_, at) => `${at}`);
  for (let rounds = 0; left.length > 0; rounds++) {
    expect(rounds).toBeLessThan(6);
    const replies = await Promise.all(left.map(async (key) => ({ key, reply: await note(key) })));
    const refused = replies.filter(({ reply }) => reply.code === 429);
    api.clock.advance({ seconds: Math.max(0, ...refused.map(({ reply }) => Number(reply.headers.get('retry-after')))) });
    left = refused.map(({ key }) => key);
  }
  const { rows } = await sql<{
    count: number;
  }>`select count(distinct title)::int as count from e_notes where guard_id = ${guard.id}`.execute(db());
  expect(rows).toEqual([{ count: 100 }]);
});

it('counts calls over the socket, too, but no reads and no SOS', async () => {
  const { guard, me, token, note } = await worker();
  for (let count = 0; count < MAX - 1; count++) await note(`${count}`);
  for (let count = 0; count < 3; count++) {
    expect((await me.sos({ active: count % 2 === 0 })).code).toBe(200);
    expect((await api.call(searchJobs, {} as never, { token })).code).toBe(200);
  }
  const overSocket = () => api.call(getRooms, { userId: guard.id }, { token });
  expect((await overSocket()).code).toBe(200);
  expect((await overSocket()).code).toBe(429);
  expect(await note('one-more')).toMatchObject({ status: 429 });
  expect((await me.sos()).code).toBe(200);
});
