import { registrationMessages } from '@portal/contracts/guards/guards.registration';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { removeGuard } from '@portal/contracts/guards/guards.staff';
import { sql } from 'kysely';
import { makePicture } from '../../../test/pictures';
import { registrationCalls, registrationOf } from '../../../test/registrations';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let pending: TestGuard;
let kit: ReturnType<typeof registrationCalls>;
beforeAll(async () => {
  kit = registrationCalls(api);
});
beforeEach(async () => {
  pending = await api.guard({ step: 'registration' });
});

describe('files', () => {
  it('that stay are named, and files that no row names are deleted', async () => {
    await kit.save(pending, {
      identityDocuments: [await kit.document(), await kit.document({ idNumber: 'N2' })],
      profileImage: await makePicture(),
    });
    const before = await kit.seen(pending);
    const [first, second] = before.identityDocuments;
    const reply = await kit.save(pending, {
      profileImage: before.profileImage ?? undefined,
      identityDocuments: [{ ...(await kit.document({ idNumber: 'N3' })), file: undefined, idProof: second?.idProof }],
    });
    expect(reply.code).toBe(200);
    const after = await kit.seen(pending);
    expect(after).toMatchObject({
      profileImage: before.profileImage,
      identityDocuments: [{ idNumber: 'N3', idProof: second?.idProof, fileName: 'scan.png' }],
    });
    const left = api.storedFiles();
    expect(left).toEqual(expect.arrayContaining([after.profileImage, after.securityRegistrationDocument, second?.idProof]));
    for (const gone of [first?.idProof, before.securityRegistrationDocument]) {
      expect(left).not.toContain(gone);
      expect(await kit.preview(gone ?? null, pending)).toBe(404);
    }
  });

  it.each([
    ['DATA-GUARD-06, API-GUARD-10', 'profileImage'],
    ['DATA-GUARD-10, API-GUARD-09', 'securityRegistrationDocument'],
  ] as const)('[%s] %s is the filename of the stored picture', async (_id, field) => {
    await kit.save(pending, { [field]: await makePicture({ width: 33 }, 'me.png') });
    const filename = (await kit.seen(pending))[field];
    expect(filename).toMatch(/^[0-9a-f]{32}\.\w+$/);
    expect(api.storedFiles()).toContain(filename);
    expect(await kit.stored(filename, pending)).toMatchObject({ width: 33 });
  });

  it('[DATA-GUARD-17] the identity documents of a guard are a list, in the order in which they were sent', async () => {
    const none = await kit.seen(pending);
    expect(none.identityDocuments).toEqual([]);
    const numbers = ['N2', 'N1', 'N3'];
    await kit.save(pending, { identityDocuments: await Promise.all(numbers.map((idNumber) => kit.document({ idNumber }))) });
    expect((await kit.seen(pending)).identityDocuments.map(({ idNumber }) => idNumber)).toEqual(numbers);
  });

  it('null removes a photo; without the field it stays', async () => {
    await kit.save(pending, { profileImage: await makePicture() });
    const { profileImage } = await kit.seen(pending);
    await kit.save(pending, { profileImage: undefined });
    expect((await kit.seen(pending)).profileImage).toBe(profileImage);
    await kit.save(pending, { profileImage: null });
    expect((await kit.seen(pending)).profileImage).toBeNull();
    expect(api.storedFiles()).not.toContain(profileImage);
  });

  it("of another guard are refused, and the other's stay", async () => {
    const other = await api.guard({ step: 'registration' });
    await kit.save(other, { profileImage: await makePicture() });
    const theirs = await kit.seen(other);
    const reply = await kit.save(pending, {
      profileImage: theirs.profileImage ?? '',
      securityRegistrationDocument: theirs.securityRegistrationDocument ?? '',
      identityDocuments: [await kit.document({ file: undefined, idProof: theirs.identityDocuments[0]?.idProof })],
    });
    expect(reply).toMatchObject({
      status: 400,
      errors: {
        profileImage: registrationMessages.photoInvalid,
        securityRegistrationDocument: 'Please upload security registration image',
        'identityDocuments[0].file': 'Identification file is required',
      },
    });
    expect(await kit.preview(theirs.profileImage, pending)).toBe(404);
    expect(await kit.preview(theirs.profileImage, other)).toBe(200);
  });

  it('leave nothing behind when the save fails in its transaction', async () => {
    const before = api.storedFiles().length;
    await sql`create function fail_once() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db());
    await sql`create trigger no_employers before insert on employment_details for each row execute function fail_once()`.execute(db());
    const replies = [await kit.save(pending), await kit.save(pending, {}, 'key-of-a-failure')];
    await sql`drop trigger no_employers on employment_details`.execute(db());
    expect(replies.map(({ code }) => code)).toEqual([500, 500]);
    expect(api.storedFiles()).toHaveLength(before);
    expect((await sql`select from media where owner_id = ${pending.id}`.execute(db())).rows).toHaveLength(0);
    expect((await kit.seen(pending)).identityDocuments).toEqual([]);
  });
});

it('are deleted with a test guard', async () => {
  await kit.save(pending);
  const { identityDocuments } = await kit.seen(pending);
  await api.call(removeGuard, { guard: pending.id });
  expect(api.storedFiles()).not.toContain(identityDocuments[0]?.idProof);
});

describe('two concurrent saves', () => {
  it('of the same registration leave one', async () => {
    const over = { email: `twice.${pending.id}@example.com`, mobileNumber: '9055550000' };
    const replies = await Promise.all([kit.save(pending, over), kit.save(pending, over)]);
    expect(replies.map(({ code }) => code)).toEqual([200, 200]);
    const { identityDocuments, employmentDetails, securityRegistrationDocument } = await kit.seen(pending);
    expect([identityDocuments.length, employmentDetails.length]).toEqual([1, 1]);
    const { rows } = await sql<{ filename: string }>`select filename from media where owner_id = ${pending.id}`.execute(db());
    expect(rows.map(({ filename }) => filename).sort()).toEqual([identityDocuments[0]?.idProof, securityRegistrationDocument].sort());
  });

  it('with one key run once and get one reply; other files under the key are refused', async () => {
    const input = await registrationOf(pending.id);
    const send = (over: object = {}) =>
      api.call(updateGuard, { ...input, ...over }, { token: pending.token, headers: { 'idempotency-key': 'registration-1' } });
    const [first, second] = await Promise.all([send(), send()]);
    expect([first.code, second.code]).toEqual([200, 200]);
    const { securityRegistrationDocument } = await kit.seen(pending);
    expect((await send()).code).toBe(200);
    expect((await kit.seen(pending)).securityRegistrationDocument).toBe(securityRegistrationDocument);
    expect((await send({ securityRegistrationDocument: await makePicture({ width: 61 }) })).code).toBe(422);
  });
});
