import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { sql } from 'kysely';
import { startObjectStore } from '../../test/object-store';
import { askCopy, copyOf, createKnownGuard, fetchCopy } from '../../test/privacy';
import { setFiles, setLimits } from '../../test/services';
import { testApi } from '../../test/test-api';
import { fromNow } from '../platform/clock';
import { db } from '../platform/database/db';
import { runNextExport } from './export-data.job';

const api = testApi();

it('a copy whose upload takes longer than a lease stays with its worker, and is finished at the first try', async () => {
  const folder = temporaryFolder('export-lease');
  const store = await startObjectStore();
  const guard = await api.guard();
  await askCopy(api, guard);
  await setFiles({ dataFolder: folder, bucket: store.bucket });
  const go = store.hold();
  const before = store.calls();
  const making = runNextExport(undefined, 20);
  while (store.calls() === before) await pause(10);
  // Longer than a lease in all; each time the worker renews its lease before it would have ended.
  for (let turn = 0; turn < 3; turn++) {
    api.clock.advance({ seconds: 40 });
    const end = fromNow(50_000);
    const isRenewed = sql<{ is: boolean }>`select lease_until > ${end} as is from exports`;
    while (!(await isRenewed.execute(db())).rows[0]?.is) await pause(10);
    expect(await runNextExport()).toBe(false);
  }
  go();
  expect(await making).toBe(true);
  const copy = await copyOf(api, guard);
  expect(copy).toMatchObject({ state: 'done' });
  expect((await fetchCopy(api, guard, copy)).status).toBe(200);
  expect((await sql<{ tries: number }>`select tries from exports`.execute(db())).rows).toEqual([{ tries: 1 }]);
  await store.stop();
});

const PATIENT_MS = 30_000;
afterEach(() => setLimits({ readTimeoutMs: PATIENT_MS }));

it('a picture that stops in the middle fails this try alone: its slot is free, and the next try finishes the copy', async () => {
  const store = await startObjectStore();
  await setFiles({ dataFolder: temporaryFolder('export-halfway'), bucket: store.bucket });
  const { guard } = await createKnownGuard(api);
  await askCopy(api, guard);
  setLimits({ readTimeoutMs: 100 });
  const go = store.hold('halfway');
  await expect(runNextExport()).rejects.toThrow(/^The file [0-9a-f]{32}\.\w+\.sealed sent no data for 100 ms$/);
  expect(await copyOf(api, guard)).toMatchObject({ state: 'waiting' });
  go();
  setLimits({ readTimeoutMs: PATIENT_MS });
  expect(await runNextExport()).toBe(true);
  expect(await copyOf(api, guard)).toMatchObject({ state: 'done' });
  await store.stop();
});

it('a copy is retried before the lease ends when the store is unavailable, and has failed after three tries', async () => {
  const store = await startObjectStore();
  await setFiles({ dataFolder: temporaryFolder('export-away'), bucket: store.bucket });
  const guard = await api.guard();
  await askCopy(api, guard);
  store.failWith(503);
  for (const state of ['waiting', 'waiting', 'failed']) {
    await expect(runNextExport()).rejects.toThrow('The bucket guards cannot be used: 503');
    expect(await copyOf(api, guard)).toMatchObject({ state });
  }
  await store.stop();
});
