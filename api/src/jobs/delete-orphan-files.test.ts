import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@portal/contracts/_kernel/clock';
import { sql } from 'kysely';
import { mediaFolder } from '../../test/files';
import { startApi, type TestApi } from '../../test/test-api';
import { recordUpload, storeImage } from '../domains/media/media.service';
import { db, transaction } from '../platform/database/db';
import { lock } from '../platform/database/locks';
import { storeUploads } from '../platform/files/stored-uploads';
import { deleteOrphanFiles } from './delete-orphan-files.job';

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const at = (name: string) => join(mediaFolder(), name);
const isThere = (name: string) => existsSync(at(name));
/** Makes a file as old as if it had been written so many minutes ago. */
function age(name: string, minutes: number): void {
  const seconds = systemClock.now().getTime() / 1000 - minutes * 60;
  utimesSync(at(name), seconds, seconds);
}
const orphanName = () => `${randomUUID().replaceAll('-', '')}.png`;
function orphan(minutes: number, name = orphanName()): string {
  mkdirSync(mediaFolder(), { recursive: true });
  writeFileSync(at(name), 'left behind');
  age(name, minutes);
  return name;
}
async function kept(minutes: number): Promise<string> {
  const name = await storeImage(PIXEL, 'image/gif', null);
  age(name, minutes);
  return name;
}

it('deletes the files of a killed process after an hour; files with a row stay at any age', async () => {
  const known = [await kept(9999), await kept(61)];
  const old = orphan(61);
  const fresh = orphan(59);
  expect(await deleteOrphanFiles()).toBe(1);
  expect([isThere(old), isThere(fresh), ...known.map(isThere)]).toEqual([false, true, true, true]);
});

it('deletes only files with a name of the portal', async () => {
  await kept(120);
  const others = ['readme.txt', `${'A'.repeat(32)}.png`, `.${orphanName()}`, `${orphanName()}.part`].map((name) => orphan(120, name));
  const folder = orphanName();
  mkdirSync(at(folder));
  age(folder, 120);
  expect(await deleteOrphanFiles()).toBe(0);
  expect([...others, folder].every(isThere)).toBe(true);
});

it('reads the age of a file from the real clock, not from the test clock', async () => {
  const [known, fresh] = [await kept(120), orphan(0)];
  api.clock.advance({ days: 30 });
  expect(await deleteOrphanFiles()).toBe(0);
  expect([isThere(known), isThere(fresh)]).toEqual([true, true]);
});

it('a file whose row is not committed yet stays', async () => {
  const { id } = await api.guard();
  const file = new File([PIXEL], 'gate.gif', { type: 'image/gif' });
  await storeUploads({ file });
  let name = '';
  await transaction(async () => {
    await lock({ guard: id });
    name = await recordUpload(file, id);
    expect(await deleteOrphanFiles()).toBe(0);
  });
  expect(isThere(`${name}.sealed`)).toBe(true);
});

it('leaves the folder of another database alone, and reports it', async () => {
  await sql`delete from media`.execute(db());
  const old = orphan(300);
  await expect(deleteOrphanFiles()).rejects.toThrow(/knows 0 of \d+ stored files/);
  expect(isThere(old)).toBe(true);
});

it('deletes nothing when stopped while it lists, because part of a list does not show the owner of the folder', async () => {
  const all = Array.from({ length: 40 }, () => orphan(120));
  await expect(deleteOrphanFiles()).rejects.toThrow('they belong to another database');
  expect(await deleteOrphanFiles(AbortSignal.abort())).toBe(0);
  expect(all.every(isThere)).toBe(true);
});
