import { randomUUID } from 'node:crypto';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { changePassword } from '@portal/contracts/auth/auth.endpoints';
import { bankChangedMail, bankMessages } from '@portal/contracts/guards/guards.bank';
import { profile, saveBank } from '@portal/contracts/guards/guards.endpoints';
import { readBank, rotateKeys } from '@portal/contracts/guards/guards.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { setKeyring } from '../../../test/services';
import { collectChanges } from '../../../test/socket';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { db } from '../../platform/database/db';
import { missingKeys, rotateKeys as rotateBatch } from '../../platform/identity/key-rotation';
import { putSealed } from './bank.repository';
import { bankAccount, sealBank } from './bank.service';

const lines: string[] = [];
let api: TestApi;
let guard: TestGuard;

beforeAll(async () => {
  api = await startApi({ env: { logLevel: 'debug' }, log: { write: (line) => lines.push(line) } });
});
beforeEach(async () => {
  lines.length = 0;
  setKeyring(testEnv.secretKeys);
  guard = await api.guard();
});
afterAll(() => api.stop());

const bank = { accHolderName: 'Ada Rowe', bankAccountNumber: '98237654', bankInstitution: '817', bankTransitNumber: '60419', wantTopay: 2 };
const shown = { ...bank, bankAccountNumber: '•••7654', bankInstitution: '•••7', bankTransitNumber: '•••19' };
const save = (over: Partial<Input<typeof saveBank>> = {}, of = guard, headers: Record<string, string> = {}) =>
  api.call(saveBank, { id: of.id, ...bank, ...over }, { token: of.token, headers });
const now = async () => (await api.call(profile, { id: guard.id }, { token: guard.token })).data.guard;
const inFull = async (of = guard) => (await api.call(readBank, { guard: of.id }, {})).data;
const secrets = () => [bank.bankAccountNumber, bank.bankTransitNumber, guard.password];
/** Every row of every table, as text. */
async function wholeDatabase(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db());
  const tables = [];
  for (const { name } of rows) tables.push(JSON.stringify((await sql`select t::text from ${sql.table(name)} t`.execute(db())).rows));
  return tables.join('\n');
}

describe('bank details', () => {
  it('[API-GUARD-19, API-GUARD-20] takes the five stated keys, replies code and message, and keeps them', async () => {
    expect(saveBank).toMatchObject({ method: 'PATCH', path: '/guard/bank-details/:id' });
    expect(await bankAccount(guard.id)).toBeNull();
    expect(await save()).toMatchObject({ code: 200, message: bankMessages.saved });
    expect(await inFull()).toEqual(bank);
    expect(await bankAccount(guard.id)).toBe(`•••${bank.bankAccountNumber.slice(-4)}`);
  });

  it.each([
    ['SHARED-09', 'accHolderName', ['Al', 'Adalbert Rowenas', 'Ada 2'], 'Adalbert Rowena'],
    ['SHARED-09', 'accHolderName', ['A'], 'Ada'],
    ['SHARED-10', 'bankAccountNumber', ['123456', '1234567890123'], '1234567'],
    ['SHARED-10', 'bankAccountNumber', ['12345a78', '1234 5678'], '123456789012'],
    ['SHARED-11', 'bankInstitution', ['04', '0041', '0a4', '0 4'], '004'],
    ['SHARED-12', 'bankTransitNumber', ['1234', '012345', '12a45', '12 45'], '01234'],
  ])('[%s] %s: each of %j is refused at its key and changes nothing, %s is kept', async (_id, key, refused, right) => {
    for (const wrong of refused) expect(await save({ [key]: wrong })).toMatchObject({ code: 400, errors: { [key]: expect.any(String) } });
    expect(await bankAccount(guard.id)).toBeNull();
    expect([(await save({ [key]: right })).code, await inFull()]).toMatchObject([200, { [key]: right }]);
  });

  it('are shown with their last digits only, also to the guard', async () => {
    await save();
    expect(await now()).toMatchObject(shown);
  });

  it('[AUTHZ-22, BANK-22/3] the payout option is chosen once: another one is refused with a contact, and nothing is changed', async () => {
    await save();
    expect(await save({ wantTopay: 1, bankInstitution: '010' })).toMatchObject({
      code: 409,
      message: 'If you want to change payout option then create ticket in support section',
      errors: { wantTopay: bankMessages.payoutFixed },
    });
    expect([await now(), await inFull()]).toMatchObject([shown, bank]);
    expect(await save({ bankInstitution: '010' })).toMatchObject({ code: 200 });
    expect([await now(), await inFull()]).toMatchObject([
      { ...shown, bankInstitution: '•••0' },
      { ...bank, bankInstitution: '010' },
    ]);
  });

  it('accepts one of two concurrent first choices of the payout option', async () => {
    const replies = await Promise.all([1, 2].map((wantTopay) => save({ wantTopay, bankAccountNumber: `1000000${wantTopay}` })));
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409]);
    const { wantTopay, bankAccountNumber } = await inFull();
    expect(bankAccountNumber).toBe(`1000000${wantTopay}`);
  });

  it('are not accessible to other guards, and require the approval', async () => {
    const other = await api.guard();
    expect(await save({ id: other.id })).toMatchObject({ code: 403 });
    const pending = await api.guard({ step: 'work-profile' });
    expect(await save({}, pending)).toMatchObject({ code: 403 });
    expect(await api.call(readBank, { guard: other.id }, {})).toMatchObject({ code: 404, message: 'No bank details are known.' });
  });

  it('notifies the guard of a change by mail and alert, without a digit of it', async () => {
    await save();
    const [mail] = (await api.call(readMailbox, { to: guard.email })).data;
    expect(mail).toMatchObject(bankChangedMail);
    const [alert] = (await api.call(listNotifications, {}, { token: guard.token })).data.docs;
    expect(alert).toMatchObject({
      title: 'Your bank details were changed',
      description: 'If this was not you, change your password right away.',
      to: '/guard/myAccount',
    });
    expect(JSON.stringify([mail, { ...alert, id: 'of any digits' }])).not.toMatch(/7654|817|60419/);
  });
});

it('sends a change event to the guard’s other pages after a change, and none after a refusal', async () => {
  expect(await collectChanges(api.url, guard.token, () => save())).toContain('guards');
  expect(await collectChanges(api.url, guard.token, () => save({ wantTopay: 1 }))).not.toContain('guards');
});

describe('the password', () => {
  it('in the body of the previous release is still checked: a wrong one is marked at its field, and nothing is changed or sent', async () => {
    expect(await save({ password: 'Wrong-one-1' })).toMatchObject({
      code: 400,
      errors: { password: 'That password is not correct. Nothing was changed.' },
    });
    expect(await bankAccount(guard.id)).toBeNull();
    expect((await api.call(readMailbox, { to: guard.email })).data).toEqual([]);
  });

  it('replies 429 after ten wrong ones, here and in a change of the password, also for the right one', async () => {
    for (let tries = 0; tries < 9; tries++) expect((await save({ password: 'Wrong-one-1' })).code).toBe(400);
    const change = { oldPassword: 'Wrong-one-1', password: 'Quiet7Harbour$' };
    expect((await api.call(changePassword, change, { token: guard.token })).code).toBe(400);
    expect((await save({ password: guard.password })).code).toBe(429);
  });

  it('a right one resets the count of wrong ones', async () => {
    for (let tries = 0; tries < 9; tries++) await save({ password: 'Wrong-one-1' });
    expect((await save({ password: guard.password }, guard, { 'idempotency-key': randomUUID() })).code).toBe(200);
    expect((await save({ password: 'Wrong-one-1' })).code).toBe(400);
  });
});

describe('secrecy of bank details', () => {
  it('stores them in plain text in no table, no idempotency reply and no mail', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await save({}, guard, key);
    expect((await save({}, guard, key)).data).toEqual(first.data);
    await save({ password: 'Wrong-one-1' }, guard, { 'idempotency-key': randomUUID() });
    const { rows } = await sql<{ reply: unknown }>`select reply from idempotency_keys where guard_id = ${guard.id}`.execute(db());
    expect(rows).toEqual([{ reply: { code: 200, message: bankMessages.saved, data: null } }]);
    const everything = await wholeDatabase();
    expect(everything).toContain(guard.id);
    // Ids, hashes and fractions of a second may contain any digits, so they are removed before the search.
    const drawn = /[0-9a-f]{8}(-[0-9a-f]{4}){1,3}(-[0-9a-f]{12})?|[0-9a-f]{24,}|\$argon2id[^"\\]+|\.\d+/g;
    for (const secret of [...secrets(), 'Wrong-one-1']) expect(everything.replaceAll(drawn, '').includes(secret)).toBe(false);
  });

  it('writes them to no log line and no refusal, also when a call fails', async () => {
    const replies = [
      await save(),
      await save({ password: 'Wrong-one-1' }),
      await save({ wantTopay: 1 }),
      await save({ accHolderName: '', wantTopay: 9 as never }),
      await save({ bankAccountNumber: `${bank.bankAccountNumber}x` }),
    ];
    await sql`alter table bank_details rename to bank_details_away`.execute(db());
    replies.push(await save());
    await sql`alter table bank_details_away rename to bank_details`.execute(db());
    expect(replies.map(({ code }) => code)).toEqual([200, 400, 409, 400, 400, 500]);
    expect(lines.filter((line) => line.includes('/v1/guard/bank-details/:id'))).toHaveLength(6);
    for (const secret of [...secrets(), 'Wrong-one-1'])
      for (const told of [...lines, JSON.stringify(replies)]) expect(told).not.toContain(secret);
  });

  it('decrypt only for their guard: a row that was moved to another guard is not shown', async () => {
    await save();
    const thief = await api.guard();
    await save({ bankAccountNumber: '11112222' }, thief);
    await sql`update bank_details set (key_id, sealed) = (select key_id, sealed from bank_details where guard_id = ${guard.id})
      where guard_id = ${thief.id}`.execute(db());
    expect(await api.call(readBank, { guard: thief.id }, {})).toMatchObject({ code: 409, data: null });
  });
});

describe('rotating the key', () => {
  // Document numbers are encrypted with the same keys, so the test leaves only this guard's.
  beforeEach(() => sql`delete from identity_documents where guard_id <> ${guard.id}`.execute(db()));
  const young = { id: 'young', bytes: Buffer.alloc(32, 9) };
  const keys = async () =>
    (await sql<{ id: string }>`select distinct key_id as id from bank_details`.execute(db())).rows.map(({ id }) => id);

  it('re-encrypts all rows in batches, can be interrupted and repeated, and then does not need the old key', async () => {
    await sql`delete from bank_details`.execute(db());
    await save();
    await sql`delete from identity_documents`.execute(db());
    const { rows: others } = await sql<{ id: string }>`insert into guards (email, password_hash, first_name, last_name, mobile_number)
      select 'bank' || n || '@example.test', 'x', 'A', 'B', '416' || n from generate_series(1, 249) n returning id`.execute(db());
    const { wantTopay: _, ...numbers } = bank;
    for (const { id } of others) await putSealed(id, sealBank(id, numbers), '2027-01-01T00:00:00Z');
    setKeyring([young, ...testEnv.secretKeys]);
    expect((await api.call(rotateKeys, {}, {})).data).toEqual({
      rotated: 100,
      left: 150,
      lost: 0,
      unopened: [],
      after: expect.any(String),
    });
    // Interrupted here, and started again twice at the same moment.
    expect(await inFull()).toMatchObject({ bankAccountNumber: bank.bankAccountNumber });
    const [one, other] = await Promise.all([rotateBatch(), rotateBatch()]);
    expect(one.rotated + other.rotated).toBeGreaterThanOrEqual(100);
    while ((await rotateBatch()).left > 0) {}
    expect((await api.call(rotateKeys, {}, {})).data).toEqual({ rotated: 0, left: 0, lost: 0, unopened: [], after: null });
    expect(await keys()).toEqual(['young']);
    setKeyring([young]);
    expect(await inFull()).toEqual(bank);
    expect(await missingKeys()).toEqual([]);
  });

  it('counts the values encrypted under a missing key, and leaves them unchanged', async () => {
    await sql`delete from bank_details`.execute(db());
    await save();
    setKeyring([young]);
    expect(await missingKeys()).toEqual([{ keyId: 'test', count: 2 }]);
    expect((await api.call(rotateKeys, {}, {})).data).toEqual({ rotated: 0, left: 0, lost: 2, unopened: [], after: null });
    expect(await keys()).toEqual(['test']);
  });
});
