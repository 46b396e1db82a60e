import { login } from '@portal/contracts/auth/auth.endpoints';
import { listDocuments } from '@portal/contracts/documents/documents.endpoints';
import { profile, saveBank } from '@portal/contracts/guards/guards.endpoints';
import { readBank, rotateKeys } from '@portal/contracts/guards/guards.staff';
import { sql } from 'kysely';
import { documentCalls } from '../../../test/documents';
import { registrationCalls } from '../../../test/registrations';
import { setKeyring, setReports } from '../../../test/services';
import { testApi } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { db } from '../../platform/database/db';
import { missingKeys, rotateKeys as rotateBatch, verifyKeys } from '../../platform/identity/key-rotation';

const api = testApi();
const ID = 'K4-88213.7';
const NUMBER = '775566443322';
const bank = { accHolderName: 'Ada Rowe', bankAccountNumber: '98237654', bankInstitution: '817', bankTransitNumber: '60419', wantTopay: 2 };
const young = { id: 'young', bytes: Buffer.alloc(32, 9) };
afterEach(() => setKeyring(testEnv.secretKeys));

/** A guard with a document of the registration, and one of My Documents. */
async function guardWithPapers() {
  const people = registrationCalls(api);
  const guard = await api.guard({ step: 'registration' });
  await people.save(guard, { identityDocuments: [{ ...(await people.document()), idNumber: ID }] as never });
  await sql`update guards set status = 1 where id = ${guard.id}`.execute(db());
  await sql`insert into guard_specialities (guard_id, speciality_id) select ${guard.id}, id from specialities limit 1`.execute(db());
  const docs = documentCalls(api);
  expect((await docs.add(guard, { documentType: 'Other', documentNumber: NUMBER })).code).toBe(200);
  const seen = async () => ({
    id: (await api.call(profile, { id: guard.id }, guard)).data.guard.identityDocuments[0]?.idNumber,
    number: (await docs.list(guard))[0]?.documentNumber,
  });
  return { guard, docs, seen };
}

const rows = async (guardId: string): Promise<string> => {
  const found = await sql<{ text: string }>`select to_jsonb(d)::text as text from identity_documents d where guard_id = ${guardId}
    union all select to_jsonb(d)::text from guard_documents d where guard_id = ${guardId}`.execute(db());
  return found.rows.map(({ text }) => text).join();
};

it('numbers of documents are encrypted in their rows, and shown in full to their guard', async () => {
  const { guard, seen } = await guardWithPapers();
  expect(await rows(guard.id)).not.toMatch(/88213|77556644/);
  expect(await seen()).toEqual({ id: ID, number: NUMBER });
});

it('encrypted numbers can be searched, and a duplicate is refused', async () => {
  const { guard, docs } = await guardWithPapers();
  const found = async (searchBy: string) => (await api.call(listDocuments, { guardId: guard.id, searchBy, page: 1, limit: 5 }, guard)).data;
  expect((await found('5566')).docs.map(({ documentNumber }) => documentNumber)).toEqual([NUMBER]);
  expect(await found('99')).toEqual({ docs: [], total: 0 });
  expect((await docs.add(guard, { documentType: 'Canadian passport', documentNumber: NUMBER })).code).toBe(409);
  const twin = sql`insert into guard_documents (guard_id, document_type, number_hash, expiry_date, file, created_at)
    select guard_id, 'Canadian passport', number_hash, expiry_date, file, created_at from guard_documents where guard_id = ${guard.id}`;
  await expect(twin.execute(db())).rejects.toMatchObject({ constraint: 'guard_documents_number_hash' });
});

it('a number moved to another guard’s row is not decrypted, never re-encrypted, and is logged; the key is rotated all the same', async () => {
  const [one, other] = [await guardWithPapers(), await guardWithPapers()];
  await sql`update guard_documents set (number_key_id, number_sealed) =
    (select number_key_id, number_sealed from guard_documents where guard_id = ${one.guard.id}) where guard_id = ${other.guard.id}`.execute(
    db(),
  );
  const said = jest.fn();
  setReports({ securityEvent: said });
  expect((await other.docs.list(other.guard)).map(({ documentNumber }) => documentNumber)).toEqual(['•••']);
  expect(said).toHaveBeenCalledWith(
    expect.objectContaining({ security: 'sealed number does not open', principal: `guard:${other.guard.id}`, table: 'guard_documents' }),
  );
  setKeyring([young, ...testEnv.secretKeys]);
  said.mockClear();
  expect((await api.call(rotateKeys, {})).data).toEqual({
    ...{ rotated: expect.any(Number), left: 1, lost: 0 },
    ...{ unopened: [other.guard.id], after: null },
  });
  expect(said.mock.calls.filter(([{ security }]) => security === 'sealed number does not open')).toEqual([
    [{ security: 'sealed number does not open', principal: `guard:${other.guard.id}`, keyId: 'test' }],
  ]);
  expect(await other.seen()).toEqual({ id: ID, number: '•••' });
  expect(await one.seen()).toEqual({ id: ID, number: NUMBER });
  await sql`delete from guard_documents where guard_id = ${other.guard.id}`.execute(db());
  expect(await rotateBatch()).toMatchObject({ rotated: 0, left: 0, unopened: [] });
});

it.each([0, 1, 13])('cut short to %i bytes they are dots for log-in and profile, and are named when the key is changed', async (length) => {
  const { guard, seen } = await guardWithPapers();
  await api.call(saveBank, { id: guard.id, ...bank }, guard);
  const { email } = (await api.call(profile, { id: guard.id }, guard)).data.guard;
  for (const [table, column] of [
    ['identity_documents', 'number_sealed'],
    ['guard_documents', 'number_sealed'],
    ['bank_details', 'sealed'],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = substring(${sql.ref(column)} for ${length}) where guard_id = ${guard.id}`.execute(
      db(),
    );
  const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };
  expect((await api.call(login, { email, password: guard.password, ...device })).code).toBe(200);
  expect(await seen()).toEqual({ id: '•••', number: '•••' });
  const said = jest.fn();
  setReports({ securityEvent: said });
  expect(await api.call(readBank, { guard: guard.id }, {})).toMatchObject({ code: 409, message: expect.stringContaining('do not open') });
  const event = { security: 'sealed number does not open', principal: `guard:${guard.id}`, table: 'bank_details', keyId: 'test' };
  expect(said.mock.calls).toEqual([[event]]);
  setKeyring([young, ...testEnv.secretKeys]);
  expect((await api.call(rotateKeys, {})).data).toMatchObject({ left: 3, unopened: [guard.id] });
  await sql`delete from guards where id = ${guard.id}`.execute(db());
});

it('numbers are re-encrypted when the key is rotated, and then do not need the old key', async () => {
  const { guard, seen, docs } = await guardWithPapers();
  setKeyring([young, ...testEnv.secretKeys]);
  while ((await api.call(rotateKeys, {})).data.left > 0) {}
  expect(await Promise.all([rotateBatch(), rotateBatch()])).toMatchObject([{ rotated: 0 }, { rotated: 0 }]);
  setKeyring([young]);
  expect(await missingKeys()).toEqual([]);
  expect(await seen()).toEqual({ id: ID, number: NUMBER });
  expect((await docs.add(guard, { documentType: 'Canadian passport', documentNumber: NUMBER })).code).toBe(409);
});

describe('another key under a known id', () => {
  const wrong = [{ id: 'test', bytes: Buffer.alloc(32, 5) }];
  beforeEach(() => sql`delete from key_checks`.execute(db()));

  it('is refused at the start; the same key and a key under a new id are not', async () => {
    await verifyKeys();
    await verifyKeys();
    setKeyring([...testEnv.secretKeys, young]);
    await verifyKeys();
    setKeyring(wrong);
    await expect(verifyKeys()).rejects.toThrow('PORTAL_SECRET_KEYS has another key under the id test than before');
  });

  it('is refused also when no process has stored a check of the keys, as after a seeding, and stores no check then', async () => {
    await guardWithPapers();
    setKeyring(wrong);
    await expect(verifyKeys()).rejects.toThrow('under the id test');
    setKeyring(testEnv.secretKeys);
    await verifyKeys();
  });

  it('does not stop a guard from logging in: their numbers are dots', async () => {
    const { guard, seen } = await guardWithPapers();
    const { email } = (await api.call(profile, { id: guard.id }, guard)).data.guard;
    setKeyring(wrong);
    const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };
    expect((await api.call(login, { email, password: guard.password, ...device })).code).toBe(200);
    expect(await seen()).toEqual({ id: '•••', number: '•••' });
  });
});

it('numbers with a missing key are shown as dots, and counted for the operator who starts the API', async () => {
  const { seen } = await guardWithPapers();
  setKeyring([{ id: 'other', bytes: Buffer.alloc(32, 5) }]);
  expect(await seen()).toEqual({ id: '•••', number: '•••' });
  expect((await missingKeys()).map(({ keyId }) => keyId)).toContain('test');
});
