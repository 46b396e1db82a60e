import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { sql } from 'kysely';
import { fromNow } from '../../platform/clock';
import { db } from '../../platform/database/db';
import { openFiles } from '../../platform/files/media';
import { testApi } from '../../testing/api';
import { startObjectStore } from '../../testing/object-store';
import { askCopy, copyOf, fetchCopy } from '../../testing/privacy';
import { exportNext } from './export.worker';

const api = testApi();

it('a copy whose upload takes longer than a lease is its worker’s all the same, and is finished at the first try', async () => {
  const folder = temporaryFolder('export-lease');
  const store = await startObjectStore();
  const guard = await api.guard();
  await askCopy(api, guard);
  await openFiles({ dataFolder: folder, bucket: store.bucket });
  const go = store.hold();
  const before = store.calls();
  const making = exportNext(undefined, 20);
  while (store.calls() === before) await pause(10);
  // Longer than a lease in all; each time its worker says that it lives before it would have ended.
  for (let turn = 0; turn < 3; turn++) {
    api.clock.advance({ seconds: 40 });
    const end = fromNow(50_000);
    const isRenewed = sql<{ is: boolean }>`select lease_until > ${end} as is from exports`;
    while (!(await isRenewed.execute(db())).rows[0]?.is) await pause(10);
    expect(await exportNext()).toBe(false);
  }
  go();
  expect(await making).toBe(true);
  const copy = await copyOf(api, guard);
  expect(copy).toMatchObject({ state: 'done' });
  expect((await fetchCopy(api, guard, copy)).status).toBe(200);
  expect((await sql<{ tries: number }>`select tries from exports`.execute(db())).rows).toEqual([{ tries: 1 }]);
  await store.stop();
});
