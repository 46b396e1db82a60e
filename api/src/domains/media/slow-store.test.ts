import { setTimeout as pause } from 'node:timers/promises';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { createTicket } from '@portal/contracts/tickets/tickets.endpoints';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { type ObjectStore, startObjectStore } from '../../../test/object-store';
import { makePicture } from '../../../test/pictures';
import { setFiles } from '../../../test/services';
import { createWorkerAt } from '../../../test/shifts';
import { testApi } from '../../../test/test-api';
import { transaction } from '../../platform/database/db';
import { storeFile } from '../../platform/files/file-storage';

jest.setTimeout(120_000);

const CONNECTIONS = 2;

const api = testApi({ pool: CONNECTIONS });
let store: ObjectStore;
let folder: string;

beforeAll(async () => {
  folder = temporaryFolder('slow-store');
  store = await startObjectStore();
});
afterAll(() => store.stop());

it('a file store that does not reply delays neither calls without a file nor the SOS of the guard who uploads a file', async () => {
  const first = await createWorkerAt(api, '2027-03-10T12:00:00.000Z');
  const workers = [first];
  while (workers.length <= CONNECTIONS) workers.push(await createWorkerAt(api, '2027-03-10T12:00:00.000Z'));
  api.clock.set('2027-03-10T18:00:00.000Z');
  for (const { me } of workers) await me.start();
  await setFiles({ dataFolder: folder, bucket: store.bucket });
  const go = store.hold();
  const before = store.calls();
  const images = [await makePicture()];
  const sending = workers.map(({ guard, given }) =>
    api.call(createTicket, { ticketType: 0, jobId: given.jobId, ticketTitle: 'Keys', description: 'Which?', images } as never, {
      token: guard.token,
      headers: { 'idempotency-key': 'ticket-1' },
    }),
  );
  while (store.calls() < before + workers.length) await pause(10);
  const { guard, me } = first;
  const answered: Promise<{ code: number }[]> = Promise.all([api.call(listNotifications, {} as never, { token: guard.token }), me.sos()]);
  expect(await Promise.race([answered.then((replies) => replies.map(({ code }) => code)), pause(10_000, 'waits', { ref: false })])).toEqual(
    [200, 200],
  );
  go();
  expect((await Promise.all(sending)).map(({ code }) => code)).toEqual(workers.map(() => 200));
  expect(store.keys()).toHaveLength(workers.length);
});

it('a refused call leaves no file behind', async () => {
  const { guard } = await createWorkerAt(api, '2027-03-10T12:00:00.000Z');
  await setFiles({ dataFolder: folder, bucket: store.bucket });
  const before = [store.keys(), store.calls()] as const;
  const images = [await makePicture()];
  const foreign = { ticketType: 0, jobId: '00000000-0000-4000-8000-000000000000', ticketTitle: 'Keys', description: 'Which?', images };
  expect((await api.call(createTicket, foreign as never, { token: guard.token })).code).toBe(403);
  expect(store.keys()).toEqual(before[0]);
  expect(store.calls()).toBe(before[1] + 2);
});

it('a file is not stored within a transaction', async () => {
  await expect(transaction(() => storeFile(`${'a'.repeat(32)}.png`, Buffer.from('one')))).rejects.toThrow(
    'Storing a file must not run within a transaction',
  );
});
