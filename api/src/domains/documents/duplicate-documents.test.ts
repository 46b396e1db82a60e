import type { GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentCalls } from '../../../test/documents';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let guard: TestGuard;
let docs: ReturnType<typeof documentCalls>;
/** The three documents before each test. */
let stored: GuardDocument[];

beforeAll(() => {
  docs = documentCalls(api);
});
beforeEach(async () => {
  guard = await api.guard();
});

async function addThree() {
  await docs.add(guard);
  await docs.add(guard, { documentType: 'Other', documentNumber: '777' });
  await docs.add(guard, { documentType: 'Canadian passport', documentNumber: '888' });
  stored = await docs.list(guard);
}
const refusal = (field: string, message: string) => ({ status: 409, message, errors: { [field]: message } });
const sameType = refusal('documentType', 'Same type of identification proof is already saved');
const sameNumber = refusal('documentNumber', 'Same document no is already saved');

it.each([
  ['DOCS-17', { documentType: 'Drivers license', documentNumber: '999' }, sameType],
  ['DOCS-17', { documentType: 'Other', documentNumber: '999' }, sameType],
  ['DOCS-17', { documentType: 'Canadian passport', documentNumber: '999' }, sameType],
  ['DOCS-18', { documentType: 'Permanent resident card', documentNumber: '12345' }, sameNumber],
  ['DOCS-18', { documentType: 'Permanent resident card', documentNumber: '777' }, sameNumber],
  ['DOCS-18', { documentType: 'Permanent resident card', documentNumber: '888' }, sameNumber],
] as const)('[%s] of three saved ones none is added again: %j is refused at its field', async (_id, twin, refused) => {
  await addThree();
  expect(await docs.add(guard, twin)).toMatchObject(refused);
  expect(await docs.list(guard)).toEqual(stored);
  expect((await docs.add(await api.guard(), twin)).code).toBe(200);
});

it('[DOCEDIT-03, DOCEDIT-04, DOCEDIT-05] an update compares with every other document, never with itself', async () => {
  await addThree();
  for (const [at, one] of stored.entries()) {
    expect((await docs.update(one, guard)).code).toBe(200);
    for (const other of stored.filter((_, place) => place !== at)) {
      expect(await docs.update(one, guard, { documentType: other.documentType as never })).toMatchObject(sameType);
      expect(await docs.update(one, guard, { documentNumber: other.documentNumber })).toMatchObject(sameNumber);
    }
  }
  expect(await docs.list(guard)).toEqual(stored);
});

it('two concurrent documents of one type or number make one', async () => {
  const types = await Promise.all(['11', '12'].map((documentNumber) => docs.add(guard, { documentNumber })));
  expect(types.map(({ status }) => status).sort()).toEqual([200, 409]);
  const numbers = await Promise.all(
    (['Other', 'Canadian passport'] as const).map((documentType) => docs.add(guard, { documentType, documentNumber: '77' })),
  );
  expect(numbers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await docs.list(guard)).toHaveLength(2);
});
