import { documentTypes } from '@portal/contracts/_kernel/documentTypes';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { toWire } from '@portal/contracts/_kernel/wire';
import {
  deleteDocument,
  deleteDocuments,
  documentDetail,
  type GuardDocument,
  listDocuments,
} from '@portal/contracts/documents/documents.endpoints';
import { sql } from 'kysely';
import { documentCalls } from '../../../test/documents';
import { makePicture } from '../../../test/pictures';
import { registrationCalls } from '../../../test/registrations';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';

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

const NOBODY = '00000000-0000-4000-8000-000000000404';
const detail = (id: string, by = guard) => api.call(documentDetail, { id }, { token: by.token });
const remove = (id: string, by = guard) => api.call(deleteDocument, { id }, { token: by.token });
const removeAll = (documentIds: string[], by = guard) => api.call(deleteDocuments, { documentIds }, { token: by.token });
const page = async (input: Partial<Input<typeof listDocuments>>, by = guard) =>
  (await api.call(listDocuments, { guardId: by.id, ...input } as Input<typeof listDocuments>, { token: by.token })).data;

describe('reading documents', () => {
  it('[API-DOC-03, API-DOC-04] takes limit, guardId, page and searchBy, ten a page, and gives docs and total', async () => {
    const input = { limit: 10, guardId: guard.id, page: 1, searchBy: '' };
    expect(toWire(listDocuments, input)).toMatchObject({ url: `/v1/guard-document?searchBy=&limit=10&guardId=${guard.id}&page=1` });
    for (const [at, documentType] of documentTypes.entries()) {
      await docs.add(guard, { documentType, documentNumber: `10${at}` });
      api.clock.advance({ minutes: 1 });
    }
    const first = await page(input);
    expect([first.total, first.docs.map(({ documentType }) => documentType)]).toEqual([4, [...documentTypes]]);
    const third = await page({ limit: 1, page: 3 });
    expect([third.total, third.docs.map(({ documentNumber }) => documentNumber)]).toEqual([4, ['102']]);
    expect((await page({ searchBy: 'passport' })).docs).toMatchObject([{ documentType: 'Canadian passport' }]);
    expect((await page({ searchBy: '103' })).docs).toMatchObject([{ documentType: 'Other' }]);
    expect((await page({ searchBy: '%' })).total).toBe(0);
  });

  it('[API-DOC-05, API-DOC-06, API-GEN-12/1] gives one by its id alone, its fields inside data', async () => {
    await docs.add(guard);
    await docs.add(guard, { documentType: 'Other', documentNumber: '777', expiryDate: '2030-01-31' });
    const [stored, second] = (await docs.list(guard)) as [GuardDocument, GuardDocument];
    expect(toWire(documentDetail, { id: stored.id })).toEqual({ url: `/v1/guard-document/${stored.id}`, body: undefined });
    const fields = { documentType: 'Drivers license', documentNumber: '12345', expiryDate: '2028-05-31', file: stored.file };
    const reply = await detail(stored.id);
    expect(reply).toMatchObject({ code: 200, data: fields });
    for (const key of Object.keys(fields)) expect(reply).not.toHaveProperty(key);
    const other = { documentType: 'Other', documentNumber: '777', expiryDate: '2030-01-31', file: second.file };
    expect((await detail(second.id)).data).toMatchObject(other);
    expect(second.file).not.toBe(stored.file);
  });
});

describe('deleting', () => {
  it('[API-DOC-09, API-DOC-10] takes one by its id alone, with its file, and answers with code and message', async () => {
    await docs.add(guard);
    await docs.add(guard, { documentType: 'Other', documentNumber: '777' });
    const [{ id, file }, stays] = (await docs.list(guard)) as [GuardDocument, GuardDocument];
    expect([deleteDocument.method, toWire(deleteDocument, { id })]).toEqual([
      'DELETE',
      { url: `/v1/guard-document/${id}`, body: undefined },
    ]);
    expect(await remove(id)).toMatchObject({ code: 200, message: 'The document is deleted.' });
    expect(await docs.list(guard)).toEqual([stays]);
    expect(api.storedFiles()).not.toContain(file);
    expect(api.storedFiles()).toContain(stays.file);
  });

  it('[API-DOC-11, API-DOC-12] takes several as documentIds, and answers with code and message', async () => {
    for (const [at, documentType] of documentTypes.entries()) await docs.add(guard, { documentType, documentNumber: `10${at}` });
    const ids = (await docs.list(guard)).map(({ id }) => id);
    const body = JSON.stringify({ documentIds: ids.slice(0, 3) });
    const headers = { authorization: `Bearer ${guard.token}`, 'content-type': 'application/json' };
    const reply = await api.request('/v1/guard-document/delete/multiple', { method: 'POST', body, headers });
    expect(reply.body).toMatchObject({ code: 200, message: 'The documents are deleted.' });
    expect((await docs.list(guard)).map(({ id }) => id)).toEqual(ids.slice(3));
  });

  it('of a document that was deleted in another tab is refused with a message, and deletes nothing else', async () => {
    await docs.add(guard);
    await docs.add(guard, { documentType: 'Other', documentNumber: '777' });
    const [gone, stays] = (await docs.list(guard)) as [GuardDocument, GuardDocument];
    const both = await Promise.all([remove(gone.id), remove(gone.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await removeAll([gone.id, stays.id])).toMatchObject({ status: 404, message: 'There is no such document.' });
    expect(await docs.update(gone, guard)).toMatchObject({ status: 404, message: 'There is no such document.' });
    expect(await docs.list(guard)).toMatchObject([{ id: stays.id }]);
    expect((await removeAll([stays.id, stays.id])).code).toBe(200);
  });

  it('of no document is refused', async () => expect(await removeAll([])).toMatchObject({ status: 400 }));
});

describe('access to documents', () => {
  it('[API-DOC-01, API-DOC-03, API-DOC-07] another guard’s document is refused with the message for an unknown one', async () => {
    await docs.add(guard);
    const mine = await docs.first(guard);
    const other = await api.guard();
    const asked = async (id: string) => [
      await detail(id, other),
      await remove(id, other),
      await removeAll([id], other),
      await docs.update({ ...mine, id, guardId: other.id }, other, { file: await makePicture() }),
    ];
    for (const id of [mine.id, NOBODY])
      expect((await asked(id)).map(({ status, message }) => [status, message])).toEqual(
        Array.from({ length: 4 }, () => [404, 'There is no such document.']),
      );
    for (const guardId of [guard.id, NOBODY]) {
      const replies = [
        await api.call(listDocuments, { guardId } as never, { token: other.token }),
        await docs.add(other, { guardId }),
        await docs.update({ ...mine, guardId }, other, { file: await makePicture() }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect([await docs.list(other), await docs.first(guard)]).toEqual([[], mine]);
  });

  it('is open to a guard who waits for approval; a guard with a step to finish gets the step', async () => {
    const waiting = await api.guard({ step: 'approval' });
    expect((await docs.add(waiting)).code).toBe(200);
    expect(await docs.list(waiting)).toHaveLength(1);
    for (const step of ['licence', 'otp', 'registration', 'work-profile'] as const) {
      const early = await api.guard({ step });
      expect(await docs.add(early)).toMatchObject({ status: 403, data: { nextStep: expect.stringMatching(/^\//), step } });
    }
  });
});

it('[DATA-ACCT-02] the preview of an identity document of the registration is not stored', async () => {
  const people = registrationCalls(api);
  const given = { ...(await people.document()), preview: 'blob:https://portal.example/1' };
  const joining = await api.guard({ step: 'registration' });
  expect((await people.save(joining, { identityDocuments: [given] as never })).code).toBe(200);
  const [stored] = (await people.seen(joining)).identityDocuments;
  expect(Object.keys(stored ?? {}).sort()).toEqual(['fileName', 'idNumber', 'idProof', 'idType']);
  const { rows } = await sql<{
    text: string;
  }>`select to_jsonb(d)::text as text from identity_documents d where guard_id = ${joining.id}`.execute(db());
  expect(rows.map(({ text }) => text).join()).not.toContain('blob:');
});
