import { profile, saveBank } from '@portal/contracts/guards/guards.endpoints';
import { readBank, rotateKeys } from '@portal/contracts/guards/guards.staff';
import { sql } from 'kysely';
import { registrationCalls } from '../../../test/registrations';
import { startSecondApi } from '../../../test/second-api';
import { setKeyring } from '../../../test/services';
import { callerOf, startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { db } from '../../platform/database/db';
import { checkKeys } from '../../platform/identity/key-rotation';
import type { SecretKey } from '../../platform/identity/keyring';

jest.setTimeout(120_000);

const before = testEnv.secretKeys;
const next: SecretKey = { id: 'next', bytes: Buffer.alloc(32, 9) };
const ID = 'K4-88213.7';
let api: TestApi;
let beside: Awaited<ReturnType<typeof startSecondApi>> | null = null;

beforeAll(async () => {
  api = await startApi({ severalProcesses: true });
});
afterAll(async () => {
  await beside?.stop();
  await api.stop();
});

/** As at a start in production: an error stops the start. */
async function restartFirst(secretKeys: readonly SecretKey[]): Promise<string[]> {
  setKeyring(secretKeys);
  return checkKeys('production');
}
async function restartOther(secretKeys: readonly SecretKey[]): Promise<void> {
  await beside?.stop();
  beside = await startSecondApi(api, { runsJobs: false, secretKeys: [...secretKeys] });
}

let guard: TestGuard;
let account = 1_000_000;
/** Each process reads what the other one writes. */
async function bothWork(): Promise<void> {
  const calls = [api.call, callerOf(beside?.url ?? '')];
  for (const [write, read] of [calls, calls.toReversed()] as [TestApi['call'], TestApi['call']][]) {
    account += 1;
    const bank = {
      accHolderName: 'Ada Rowe',
      bankAccountNumber: String(account),
      bankInstitution: '817',
      bankTransitNumber: '60419',
      wantTopay: 2,
    };
    expect((await write(saveBank, { id: guard.id, ...bank }, { token: guard.token })).code).toBe(200);
    expect((await read(readBank, { guard: guard.id })).data).toEqual(bank);
    expect((await read(profile, { id: guard.id }, guard)).data.guard.identityDocuments[0]?.idNumber).toBe(ID);
  }
}

it('the key is rotated in two processes one after the other, and neither lacks a key at any step', async () => {
  const people = registrationCalls(api);
  guard = await api.guard({ step: 'registration' });
  await people.save(guard, { identityDocuments: [{ ...(await people.document()), idNumber: ID }] as never });
  await sql`update guards set status = 1 where id = ${guard.id}`.execute(db());
  await sql`insert into guard_specialities (guard_id, speciality_id) select ${guard.id}, id from specialities limit 1`.execute(db());
  await restartFirst(before);
  await restartOther(before);
  await bothWork();
  for (const keys of [
    [...before, next],
    [next, ...before],
  ]) {
    await restartFirst(keys);
    await bothWork();
    await restartOther(keys);
    await bothWork();
  }
  while ((await api.call(rotateKeys, {})).data.left > 0) {}
  expect((await api.call(rotateKeys, {})).data).toEqual({ rotated: 0, left: 0, lost: 0, unopened: [], after: null });
  await bothWork();
  await restartFirst([next]);
  await bothWork();
  await restartOther([next]);
  await bothWork();
});

it('a new first key that no process had before is refused: the other processes could not decrypt with it', async () => {
  const hasty = { id: 'hasty', bytes: Buffer.alloc(32, 5) };
  const refused = restartFirst([hasty, next]).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(await refused).toContain('PORTAL_SECRET_KEYS begins with the key hasty, which no process has had so far');
  expect(await refused).toContain('Do the same after restoring a backup from before a change of the key');
  setKeyring([next]);
  await bothWork();
});
