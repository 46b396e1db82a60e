import { documentTypes } from '@portal/contracts/_kernel/documentTypes';
import { toWire } from '@portal/contracts/_kernel/wire';
import { addDocument, type GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { sql } from 'kysely';
import { documentCalls } from '../../../test/documents';
import { fileOf, makePicture, pictureBytes } from '../../../test/pictures';
import { registrationCalls } from '../../../test/registrations';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';

let api: TestApi;
let guard: TestGuard;
let docs: ReturnType<typeof documentCalls>;

beforeAll(async () => {
  api = await startApi();
  docs = documentCalls(api);
});
beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});
afterAll(() => api.stop());

describe('a new document', () => {
  it('[API-DOC-01, API-DOC-02, DATA-ACCT-03, ADDDOCS-12/2] is sent as parts, answered with code and message, and read again', async () => {
    const form = new FormData();
    const fields = { documentType: 'Other', documentNumber: '123', expiryDate: '2028-05-31', guardId: guard.id, licenseNumber: '54321' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', await makePicture({}, 'front.png'));
    const headers = { authorization: `Bearer ${guard.token}` };
    const reply = await api.request('/v1/guard-document', { method: 'POST', body: form, headers });
    expect(reply.body).toMatchObject({ code: 200, message: 'Your document is saved.' });
    expect(await docs.first(guard)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      documentType: 'Other',
      documentNumber: '123',
      expiryDate: '2028-05-31',
      file: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
      guardId: guard.id,
      licenseNumber: '54321',
    });
    // Each document has its own licence number, or none.
    expect((await docs.add(guard)).code).toBe(200);
    expect((await docs.add(guard, { documentType: 'Canadian passport', documentNumber: '77', licenseNumber: '98765' })).code).toBe(200);
    expect((await docs.list(guard)).map(({ documentNumber, licenseNumber }) => [documentNumber, licenseNumber])).toEqual([
      ['123', '54321'],
      ['12345', null],
      ['77', '98765'],
    ]);
  });

  it('shows its picture to its owner alone', async () => {
    await docs.add(guard);
    const pictures = registrationCalls(api);
    const { file } = await docs.first(guard);
    expect(await pictures.stored(file, guard)).toMatchObject({ format: 'png', width: 60, height: 40 });
    expect(await pictures.preview(file, await api.guard())).toBe(404);
  });

  it('[ADDDOCS-12/1] takes the licence number as an extra part, and does not require it', async () => {
    const wire = toWire(addDocument, {
      ...{ documentType: 'Other', documentNumber: '12345', expiryDate: '2028-05-31', guardId: guard.id, licenseNumber: '54321' },
      file: await makePicture(),
    } as never);
    expect(Object.fromEntries(wire.body as FormData)).toMatchObject({ licenseNumber: '54321', documentNumber: '12345' });
    expect(wire.url).toBe('/v1/guard-document');
    await docs.add(guard);
    expect(await docs.first(guard)).toMatchObject({ licenseNumber: null });
    expect(await docs.add(guard, { documentType: 'Other', documentNumber: '99', licenseNumber: '123456' })).toMatchObject({
      status: 400,
      errors: { licenseNumber: 'Please enter valid License Number' },
    });
  });

  it('[DOCS-38/4, SHARED-13] has 2 to 15 digits, pasted spaces and hyphens left out', async () => {
    for (const documentNumber of ['1', '1234567890123456', '12a45', '١٢٣'])
      expect(await docs.add(guard, { documentNumber })).toMatchObject({
        status: 400,
        errors: { documentNumber: 'Please enter valid Document Number' },
      });
    expect((await docs.add(guard, { documentNumber: '12' })).code).toBe(200);
    expect((await docs.add(guard, { documentNumber: '123-456 789-012-345', documentType: 'Other' })).code).toBe(200);
    expect((await docs.list(guard)).map(({ documentNumber }) => documentNumber)).toEqual(['12', '123456789012345']);
    for (const documentNumber of ['1', '1234567890123456'])
      expect(await docs.update(await docs.first(guard), guard, { documentNumber })).toMatchObject({
        status: 400,
        errors: { documentNumber: 'Please enter valid Document Number' },
      });
    for (const documentNumber of ['77', '9876543210', '987654321098765']) {
      expect((await docs.update(await docs.first(guard), guard, { documentNumber })).code).toBe(200);
      expect(await docs.first(guard)).toMatchObject({ documentNumber });
    }
  });

  it('[DOCS-23, DOCS-40/1] takes an expiry date of 2099-12-12 at most, added and changed', async () => {
    expect((await docs.add(guard, { expiryDate: '2099-12-12' })).code).toBe(200);
    const stored = await docs.first(guard);
    expect(stored.expiryDate).toBe('2099-12-12');
    const late = { status: 400, errors: { expiryDate: 'The expiry date cannot be after 12/12/2099' } };
    expect(await docs.update(stored, guard, { expiryDate: '2099-12-13' })).toMatchObject(late);
    expect(await docs.add(guard, { documentType: 'Other', documentNumber: '77', expiryDate: '2099-12-13' })).toMatchObject(late);
    expect(await docs.list(guard)).toMatchObject([{ expiryDate: '2099-12-12' }]);
  });

  it('[API-DOC-01] names every field that fails, and stores nothing', async () => {
    const before = api.storedFiles();
    const nothing = { documentType: '', documentNumber: '', expiryDate: '', guardId: guard.id } as never;
    expect(await api.call(addDocument, nothing, { token: guard.token })).toMatchObject({
      status: 400,
      errors: {
        documentType: 'Please Select Document Type',
        documentNumber: 'Document no is required',
        expiryDate: 'Please select expiry date',
        file: 'Please select file',
      },
    });
    for (const expiryDate of ['2099-12-13', '2027-02-30', '1899-12-31'])
      expect(await docs.add(guard, { expiryDate })).toMatchObject({ status: 400, errors: { expiryDate: expect.any(String) } });
    expect(await docs.add(guard, { file: fileOf(Buffer.from('no'), 'a.png') })).toMatchObject({
      status: 400,
      errors: { file: expect.any(String) },
    });
    expect([await docs.list(guard), api.storedFiles()]).toEqual([[], before]);
  });

  it('[DOCS-15, DOCS-16, DOCS-41/1] is limited to four: a fifth is refused, also when it is concurrent', async () => {
    for (const [at, documentType] of documentTypes.slice(0, 3).entries())
      await docs.add(guard, { documentType, documentNumber: `10${at}` });
    const last = documentTypes[3];
    const both = await Promise.all(['104', '105'].map((documentNumber) => docs.add(guard, { documentType: last, documentNumber })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.message).toBe('Max 4 documents allowed');
    expect(await docs.add(guard, { documentType: last, documentNumber: '106' })).toMatchObject({
      status: 409,
      message: 'Max 4 documents allowed',
    });
    const kept = await docs.list(guard);
    expect(kept).toHaveLength(4);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from media where owner_id = ${guard.id}`.execute(db());
    expect(rows[0]?.n).toBe(4);
  });

  it('the database enforces the rules of the service', async () => {
    const insert = (type: string, expiry = '2028-01-01') =>
      sql`insert into guard_documents (guard_id, document_type, expiry_date, file, created_at)
        values (${guard.id}, ${type}, ${expiry}, 'a.png', '2027-03-10T15:00:00Z')`
        .execute(db())
        .then(() => 'stored', sqlState);
    const fill = [];
    for (const type of documentTypes) fill.push(await insert(type));
    expect(fill).toEqual(['stored', 'stored', 'stored', 'stored']);
    expect([await insert('Other'), await insert('Library card'), await insert('Other', '2099-12-13')]).toEqual(['23505', '23514', '23514']);
  });
});

describe('an update', () => {
  it('[API-DOC-07, API-DOC-08] is sent as parts to the document, the expiry optional, and answered with code and message', async () => {
    await docs.add(guard);
    const { id, file } = await docs.first(guard);
    const form = new FormData();
    const parts = { documentType: 'Other', documentNumber: '123456789012345', guardId: guard.id };
    for (const [name, value] of Object.entries(parts)) form.append(name, value);
    form.append('file', await makePicture({ width: 80 }, 'back.png'));
    const headers = { authorization: `Bearer ${guard.token}` };
    const reply = await api.request(`/v1/guard-document/${id}`, { method: 'PATCH', body: form, headers });
    expect(reply.body).toMatchObject({ code: 200, message: 'Your document is updated.' });
    expect(await docs.first(guard)).toMatchObject({
      ...{ id, guardId: guard.id, documentType: 'Other', documentNumber: '123456789012345', expiryDate: '2028-05-31' },
    });
    const after = await docs.first(guard);
    expect(after.file).not.toBe(file);
    expect(await registrationCalls(api).stored(after.file, guard)).toMatchObject({ width: 80 });
    expect((await docs.update(await docs.first(guard), guard, { expiryDate: '2030-01-01' })).code).toBe(200);
    const now = await docs.first(guard);
    expect(now).toMatchObject({ expiryDate: '2030-01-01' });
    for (const key of ['documentType', 'documentNumber', 'file', 'guardId']) {
      const { code, errors } = await docs.update(now, guard, { [key]: undefined });
      expect([code, Object.keys(errors ?? {})]).toEqual([400, [key]]);
    }
  });

  it('keeps the previous file until the new one is stored; an update without a file keeps it by its name', async () => {
    await docs.add(guard);
    const before = await docs.first(guard);
    expect((await docs.update(before, guard, { expiryDate: '2029-01-01' })).code).toBe(200);
    expect(await docs.first(guard)).toMatchObject({ file: before.file, expiryDate: '2029-01-01' });

    const torn = fileOf((await pictureBytes({ isNoise: true })).subarray(0, 900), 'torn.png');
    expect(await docs.update(before, guard, { file: torn })).toMatchObject({ status: 400 });
    expect(api.storedFiles()).toContain(before.file);

    expect((await docs.update(before, guard, { file: await makePicture({ width: 80 }) })).code).toBe(200);
    const after = await docs.first(guard);
    expect(after.file).not.toBe(before.file);
    expect(api.storedFiles()).toContain(after.file);
    expect(api.storedFiles()).not.toContain(before.file);
  });

  it('two concurrent updates leave one file, the one that the document names', async () => {
    await docs.add(guard);
    const before = await docs.first(guard);
    const files = await Promise.all([70, 90].map((width) => makePicture({ width })));
    const replies = await Promise.all(files.map((file) => docs.update(before, guard, { file })));
    expect(replies.map(({ code }) => code)).toEqual([200, 200]);
    const { rows } = await sql<{ filename: string }>`select filename from media where owner_id = ${guard.id}`.execute(db());
    expect(rows.map(({ filename }) => filename)).toEqual([(await docs.first(guard)).file]);
  });

  it('refuses the name of another file', async () => {
    await docs.add(guard);
    await docs.add(guard, { documentType: 'Other', documentNumber: '777' });
    const [first, second] = (await docs.list(guard)) as [GuardDocument, GuardDocument];
    for (const file of [second.file, `${'0'.repeat(32)}.png`])
      expect(await docs.update(first, guard, { file })).toMatchObject({ status: 400, errors: { file: 'Please select file' } });
  });
});
