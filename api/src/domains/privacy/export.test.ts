import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { countStoredData, readLocations } from '@portal/contracts/privacy/privacy.endpoints';
import { decodeJwt, SignJWT } from 'jose';
import { sql } from 'kysely';
import { exportsFolder, filesIn, mediaFolder } from '../../../test/files';
import { askCopy, copyOf, createKnownGuard, fetchCopy } from '../../../test/privacy';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { readZip } from '../../../test/zip';
import { deleteExpiredExports, runNextExport } from '../../jobs/export-data.job';
import { fromNow, nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';
import { finish, report, take } from './export.repository';

let api: TestApi;
let guard: TestGuard;
let folder: string;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  folder = exportsFolder();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  await sql`delete from exports`.execute(db());
  ({ guard } = await createKnownGuard(api));
});

const copy = () => copyOf(api, guard);
const unzipped = async () => readZip(Buffer.from(await (await fetchCopy(api, guard, await copy())).arrayBuffer()));
const read = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null');

describe('the overview of stored data', () => {
  it('is counted by category', async () => {
    const { data } = await api.call(countStoredData, {}, { token: guard.token });
    const counted = Object.fromEntries(data.categories.map(({ id, count }) => [id, count]));
    expect(counted).toMatchObject({ profile: 1, pay: 1, ratings: 1, enotes: 1, chat: 1, reports: 1, locations: 3, files: 2, sessions: 1 });
    const other = await api.guard();
    const theirs = (await api.call(countStoredData, {}, { token: other.token })).data.categories;
    expect(theirs.find(({ id }) => id === 'locations')?.count).toBe(0);
  });

  it('names each location with the reason why it was read, latest first, ten a page', async () => {
    const { data } = await api.call(readLocations, {}, { token: guard.token });
    expect(data.total).toBe(3);
    expect(data.docs.map(({ kind }) => kind).sort()).toEqual(['arrival', 'enote', 'sos']);
    expect(data.docs.at(-1)).toEqual({
      ...{ kind: 'arrival', at: '2027-03-10T16:50:00.000Z', jobTitle: 'Gate watch' },
      ...{ lat: 43.65, long: -79.38, place: 'Moss Park, Toronto', accuracy: 12 },
    });
    expect((await api.call(readLocations, { page: 2 }, { token: guard.token })).data.docs).toEqual([]);
  });
});

describe('a copy', () => {
  it('has JSON and CSV of each domain and the pictures, of the guard alone', async () => {
    const other = (await createKnownGuard(api)).guard;
    await askCopy(api, guard);
    expect(await runNextExport()).toBe(true);
    const files = await unzipped();
    expect(read(files, 'profile')).toEqual([expect.objectContaining({ id: guard.id, email: guard.email })]);
    expect(read(files, 'shifts')).toEqual([
      expect.objectContaining({ state: 'ended', shiftEndComment: 'Keys handed over', arrivedLat: 43.65 }),
    ]);
    expect(read(files, 'earnings')).toEqual([expect.objectContaining({ kind: 'credit', amount: '200.00' })]);
    expect(read(files, 'chat')).toEqual([expect.objectContaining({ from: 'You', message: 'On my way' })]);
    expect(read(files, 'tickets')[0].images).toHaveLength(1);
    expect(files.get('tickets.csv')?.toString()).toContain(`"'=Keys","Which, ""ours""?"`);
    expect(files.get('shifts.csv')?.toString()).toContain('"43.65","-79.38"');
    expect([...files.keys()].filter((name) => name.startsWith('files/')).sort()).toEqual(
      [`files/${read(files, 'e-notes')[0].photo}`, `files/${read(files, 'tickets')[0].images[0]}`].sort(),
    );
    expect(
      files
        .get(`files/${read(files, 'e-notes')[0].photo}`)
        ?.subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const all = [...files.values()].map((file) => file.toString('latin1')).join();
    for (const secret of [other.id, other.email, 'argon2', guard.token]) expect(all).not.toContain(secret);
  });

  it('is one for fifty concurrent requests; a fresh copy is reused, an older one is made again', async () => {
    const asked = await Promise.all(Array.from({ length: 50 }, () => askCopy(api, guard)));
    expect(new Set(asked.map((one) => one?.id)).size).toBe(1);
    expect(asked[0]).toMatchObject({ state: 'waiting', progress: 0, token: null, expiresAt: null });
    expect([await runNextExport(), await runNextExport()]).toEqual([true, false]);
    expect((await askCopy(api, guard))?.id).toBe(asked[0]?.id);
    const newFrom = (await copy())?.newFrom ?? '';
    api.clock.set(new Date(Date.parse(newFrom) - 1).toISOString());
    expect((await askCopy(api, guard))?.id).toBe(asked[0]?.id);
    api.clock.set(newFrom);
    expect((await askCopy(api, guard))?.id).not.toBe(asked[0]?.id);
    const insert = sql`insert into exports (guard_id, secret, asked_at) values (${guard.id}, 'x', ${nowText()})`;
    expect(await insert.execute(db()).catch(sqlState)).toBe('23505');
  });

  it('notifies its guard when it is ready; its link lives 24 hours', async () => {
    await askCopy(api, guard);
    await runNextExport();
    const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(data.docs.map(({ title }) => title)).toContain('Your copy is ready');
    const done = await copy();
    expect(done).toMatchObject({ state: 'done', progress: 100, expiresAt: fromNow(86_400_000), newFrom: fromNow(3_600_000) });
    const reply = await fetchCopy(api, guard, done);
    expect([reply.status, reply.headers.get('content-type'), Number(reply.headers.get('content-length'))]).toEqual([
      200,
      'application/zip',
      done?.bytes,
    ]);
    api.clock.advance({ hours: 24 });
    expect((await fetchCopy(api, guard, done)).status).toBe(404);
    expect(await copy()).toBeNull();
    expect(readdirSync(folder)).toHaveLength(1);
    await deleteExpiredExports();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("opens to its guard's session with its own token only", async () => {
    await askCopy(api, guard);
    await runNextExport();
    const done = await copy();
    const other = await api.guard();
    expect((await fetchCopy(api, null, done)).status).toBe(401);
    expect((await fetchCopy(api, other, done)).status).toBe(404);
    const forged = new SignJWT(decodeJwt(done?.token ?? '')).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32, 1));
    for (const token of ['x'.repeat(43), await forged])
      expect((await fetchCopy(api, guard, { id: done?.id ?? '', token })).status).toBe(404);
    expect((await fetchCopy(api, guard, { id: other.id, token: done?.token ?? '' })).status).toBe(404);
    expect((await fetchCopy(api, guard, done)).status).toBe(200);
  });
});

describe('the worker', () => {
  const lease = () => fromNow(60_000);

  it('takes over a copy from a worker whose lease ended, whose result is then ignored', async () => {
    await askCopy(api, guard);
    const gone = await take(nowText(), lease(), 3);
    expect(gone).not.toBeNull();
    expect(await runNextExport()).toBe(false);
    api.clock.advance({ minutes: 2 });
    expect(await runNextExport()).toBe(true);
    expect((await copy())?.state).toBe('done');
    if (gone)
      expect([await report(gone, 50, lease()), await finish(gone, { bytes: 1, now: nowText(), expiresAt: lease() })]).toEqual([
        false,
        false,
      ]);
    expect(readdirSync(folder)).toEqual([`${(await copy())?.id}.zip`]);
  });

  it('makes a copy once if two run concurrently', async () => {
    await askCopy(api, guard);
    expect((await Promise.all([runNextExport(), runNextExport()])).sort()).toEqual([false, true]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('keeps its file from the clean-up of other processes, also while it gets its final name', async () => {
    await askCopy(api, guard);
    const job = await take(nowText(), lease(), 3);
    if (!job) throw new Error('nothing waits');
    const own = [`${job.id}.${job.worker}.part`, `${job.id}.zip`];
    for (const name of [...own, `${job.id}.${guard.id}.part`, `${guard.id}.zip`]) writeFileSync(join(folder, name), 'half');
    await deleteExpiredExports();
    expect(readdirSync(folder).sort()).toEqual(own.sort());
  });

  it('returns its copy to the queue without a file when it is stopped; the next one makes it', async () => {
    await askCopy(api, guard);
    expect(await runNextExport(AbortSignal.abort())).toBe(true);
    expect([(await copy())?.state, readdirSync(folder)]).toEqual(['waiting', []]);
    await runNextExport();
    expect((await unzipped()).has('about.txt')).toBe(true);
  });

  it('uses up no try when it is stopped: the copy is made after any number of shutdowns', async () => {
    await askCopy(api, guard);
    for (let starts = 0; starts < 4; starts++) await runNextExport(AbortSignal.abort());
    expect((await copy())?.state).toBe('waiting');
    expect(await runNextExport()).toBe(true);
    expect((await copy())?.state).toBe('done');
    expect((await sql<{ tries: number }>`select tries from exports`.execute(db())).rows).toEqual([{ tries: 1 }]);
  });

  it('fails a copy after three tries, and it can be requested again', async () => {
    await askCopy(api, guard);
    for (let tries = 0; tries < 3; tries++) {
      expect(await take(nowText(), lease(), 3)).not.toBeNull();
      api.clock.advance({ minutes: 2 });
    }
    expect(await runNextExport()).toBe(false);
    expect((await copy())?.state).toBe('failed');
    expect((await askCopy(api, guard))?.state).toBe('waiting');
  });

  it('leaves out a picture without its file', async () => {
    for (const name of filesIn(mediaFolder())) rmSync(join(mediaFolder(), name));
    await askCopy(api, guard);
    await runNextExport();
    const files = await unzipped();
    expect([...files.keys()].filter((name) => name.startsWith('files/'))).toEqual([]);
    expect(read(files, 'tickets')).toHaveLength(1);
  });
});
