import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { sql } from 'kysely';
import { registrationCalls } from '../../../test/registrations';
import { setLimits } from '../../../test/services';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../database/db';

const api = testApi();
const pending = () => api.guard({ step: 'registration' });
afterEach(() => setLimits({ bodyIdleMs: 20_000 }));

/** Announces the maximum length and sends only the headers of the first part. */
async function slowUpload({ id, token }: TestGuard) {
  const sent = request(api.url + fullPath(updateGuard).replace(':id', id), {
    method: updateGuard.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=slow',
      'content-length': limits.uploadBytes,
    },
  });
  const closed = new Promise<'closed'>((resolve) => sent.on('error', () => undefined).on('close', () => resolve('closed')));
  sent.write('--slow\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\n');
  const [socket] = await once(sent, 'socket');
  if (socket.connecting) await once(socket, 'connect');
  return { sent, closed };
}

it('serves a guard while many others announce large uploads and send nothing', async () => {
  const others = await Promise.all(Array.from({ length: 6 }, pending));
  const slow = await Promise.all([...others, ...others].map(slowUpload));
  const guard = await pending();
  expect((await registrationCalls(api).save(guard)).code).toBe(200);
  for (const { sent } of slow) sent.destroy();
});

it("cuts an idle upload, and gives its place to the guard's next upload", async () => {
  setLimits({ bodyIdleMs: 200 });
  const guard = await pending();
  const slow = await Promise.all(Array.from({ length: 4 }, () => slowUpload(guard)));
  expect(await Promise.all(slow.map(({ closed }) => closed))).toEqual(Array(4).fill('closed'));
  // A complete upload must not be cut because the machine stalled.
  setLimits({ bodyIdleMs: 20_000 });
  expect((await registrationCalls(api).save(guard)).code).toBe(200);
});

it('counts an upload before it reads the body', async () => {
  await sql`delete from rate_limits`.execute(db());
  const guard = await pending();
  const { sent } = await slowUpload(guard);
  const counted = async () => (await sql<{ count: number }>`select count from rate_limits where bucket = 'uploads'`.execute(db())).rows;
  while ((await counted()).length === 0) await pause(10);
  await sql`update rate_limits set count = 240`.execute(db());
  const again = await slowUpload(guard);
  const [reply] = await once(again.sent, 'response');
  expect([reply.statusCode, await counted()]).toEqual([429, [{ count: 241 }]]);
  for (const one of [sent, again.sent]) one.destroy();
});
