import { randomUUID } from 'node:crypto';
import { type GuardDocument, replaceDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentCalls, type NewDocument } from '../../../test/documents';
import { makePicture } from '../../../test/pictures';
import { registrationCalls } from '../../../test/registrations';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let guard: TestGuard;
let docs: ReturnType<typeof documentCalls>;
let [licence, other]: GuardDocument[] = [];

beforeAll(() => {
  docs = documentCalls(api);
});
beforeEach(async () => {
  guard = await api.guard();
  await docs.add(guard);
  await docs.add(guard, { documentType: 'Other', documentNumber: '777' });
  [licence, other] = await docs.list(guard);
});

async function replace(over: Partial<NewDocument> = {}, { id = licence?.id ?? '', by = guard, key = randomUUID() } = {}) {
  // Documents are ordered by the time of their creation.
  api.clock.advance({ seconds: 1 });
  const file = await makePicture({}, 'new.png');
  const input = { documentType: 'Drivers license', documentNumber: '999', expiryDate: '2031-05-31', guardId: by.id, file, ...over, id };
  return api.call(replaceDocument, input as never, { token: by.token, headers: { 'idempotency-key': key } });
}

it('[DOCS-38/3] deletes the document with its file and adds the new one, also with the same type or number', async () => {
  expect(await replace({ documentNumber: licence?.documentNumber as string })).toMatchObject({
    code: 200,
    message: 'Your document is saved.',
  });
  const [stays, added] = await docs.list(guard);
  expect([stays, added]).toMatchObject([other as GuardDocument, { documentNumber: '12345', expiryDate: '2031-05-31' }]);
  const pictures = registrationCalls(api);
  expect(await pictures.preview(licence?.file ?? '', guard)).toBe(404);
  expect(await pictures.stored(added?.file ?? '', guard)).toMatchObject({ format: 'png' });
});

it('replaces a document when four are saved', async () => {
  await docs.add(guard, { documentType: 'Canadian passport', documentNumber: '888' });
  await docs.add(guard, { documentType: 'Permanent resident card', documentNumber: '889' });
  expect((await replace()).code).toBe(200);
  expect(await docs.list(guard)).toHaveLength(4);
});

it.each([
  ['type', { documentType: 'Other' }, 'Same type of identification proof is already saved'],
  ['number', { documentNumber: '777' }, 'Same document no is already saved'],
] as const)('keeps the old document when the %s of another one is refused', async (_what, twin, message) => {
  expect(await replace(twin)).toMatchObject({ status: 409, message });
  expect(await docs.list(guard)).toEqual([licence, other]);
  expect(await registrationCalls(api).stored(licence?.file ?? '', guard)).toMatchObject({ format: 'png' });
});

it('adds nothing for a document that is deleted, or belongs to another guard', async () => {
  const stranger = await api.guard();
  expect((await replace({}, { by: stranger })).status).toBe(404);
  expect([await docs.list(stranger), await docs.list(guard)]).toEqual([[], [licence, other]]);
});

it('replaces once when the call is repeated under its key', async () => {
  const key = randomUUID();
  expect((await replace({}, { key })).code).toBe(200);
  expect((await replace({}, { key })).code).toBe(200);
  expect((await docs.list(guard)).map(({ documentNumber }) => documentNumber)).toEqual(['777', '999']);
});
