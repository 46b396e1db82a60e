import { documentTypes } from '@portal/contracts/_kernel/documentTypes';
import { type RegistrationInput, registrationCalls } from '../../../test/registrations';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let pending: TestGuard;
let kit: ReturnType<typeof registrationCalls>;
beforeAll(async () => {
  kit = registrationCalls(api);
});
beforeEach(async () => {
  pending = await api.guard({ step: 'registration' });
});

type Document = Parameters<typeof kit.document>[0];
type Employer = NonNullable<RegistrationInput['employmentDetails']>[number];

const acme = { employerName: 'Acme', projectName: 'Night guard', from: '2019-01-01', to: '2020-12-31', speciality: undefined };
const empty = { employerName: '', projectName: '', from: '', to: '', speciality: '' };
const ORDER = 'To Date should be greater than From Date';

it.each([
  ['REG-20', '9 digits', '416555012'],
  ['REG-20', '11 digits', '41655501234'],
  ['REG-20', 'a letter', '416555O123'],
  ['REG-20', 'nothing', ''],
])('[%s] a mobile number of %s is refused at its field, and nothing is stored', async (_id, _what, mobileNumber) => {
  const reply = await kit.save(pending, { mobileNumber });
  expect(reply).toMatchObject({ code: 400, errors: { mobileNumber: 'Please enter valid Phone Number' } });
  expect((await kit.seen(pending)).identityDocuments).toEqual([]);
});

it('[REG-20] a mobile number of 10 digits is stored', async () => {
  expect((await kit.save(pending, { mobileNumber: '6475550187' })).code).toBe(200);
  expect((await kit.seen(pending)).mobileNumber).toBe('6475550187');
});

it.each<[string, string, Partial<RegistrationInput>, object]>([
  [
    'REG-21',
    'no licence image',
    { securityRegistrationDocument: undefined as never },
    { securityRegistrationDocument: 'Please upload security registration image' },
  ],
  [
    'REG-22',
    'no expiry date of the licence',
    { securityRegistrationExpiryDate: '' },
    { securityRegistrationExpiryDate: 'Please enter security registration expiry date' },
  ],
])('[%s] a registration with %s is refused at its field, and nothing is stored', async (_id, _what, over, errors) => {
  const before = await kit.seen(pending);
  const reply = await kit.save(pending, over);
  expect([reply.code, reply.errors]).toEqual([400, errors]);
  expect(await kit.seen(pending)).toEqual(before);
});

it.each<[string, string, Document, object]>([
  ['REG-27, REG-55', 'no type', { idType: '' as never }, { idType: 'Identification type is required' }],
  ['REG-55', 'a type that is none of the four', { idType: 'Library card' as never }, { idType: 'Identification type is required' }],
  ['REG-28', 'no number', { idNumber: ' ' }, { idNumber: 'Identification number is required' }],
  ['REG-29', 'an underscore in its number', { idNumber: 'A_1' }, { idNumber: 'Please enter valid identification number' }],
  ['REG-30', 'a number of 16 characters', { idNumber: 'A'.repeat(16) }, { idNumber: 'Please enter valid identification number' }],
])('[%s] a second document with %s is refused at its field, and none is stored', async (_id, _what, over, found) => {
  const reply = await kit.save(pending, { identityDocuments: [await kit.document(), await kit.document(over)] });
  const errors = Object.fromEntries(Object.entries(found).map(([key, message]) => [`identityDocuments[1].${key}`, message]));
  expect([reply.code, reply.errors]).toEqual([400, errors]);
  expect((await kit.seen(pending)).identityDocuments).toEqual([]);
});

it('[REG-29, REG-30, REG-55] a document of each of the four types, with a number of 15 characters, is stored', async () => {
  const idNumber = 'Ab-1.2 34567890';
  const given = await Promise.all(documentTypes.map((idType) => kit.document({ idType, idNumber })));
  expect((await kit.save(pending, { identityDocuments: given })).code).toBe(200);
  expect((await kit.seen(pending)).identityDocuments.map((one) => [one.idType, one.idNumber])).toEqual(
    ['Drivers license', 'Permanent resident card', 'Canadian passport', 'Other'].map((idType) => [idType, idNumber]),
  );
});

it.each<[string, string, Partial<Employer>, object]>([
  ['REG-37', 'a name of 161 characters', { employerName: 'a'.repeat(161) }, { employerName: 'At most 160 characters' }],
  ['REG-38', 'a position of 161 characters', { projectName: 'a'.repeat(161) }, { projectName: 'At most 160 characters' }],
  ['REG-39', 'a position of two letters', { projectName: 'Ab' }, { projectName: 'Please enter valid position held name' }],
  ['REG-39', 'a position of four words', { projectName: 'One two three four' }, { projectName: 'Please enter valid position held name' }],
  ['REG-40', 'a to date alone', { from: '' }, { from: 'From date is required' }],
  ['REG-41', 'a from date alone', { to: '' }, { to: 'To date is required' }],
  ['REG-42', 'a to date before the from date', { to: '2018-12-31' }, { to: ORDER }],
])('[%s] a second employer with %s is refused at its field, and none is stored', async (_id, _what, over, found) => {
  const reply = await kit.save(pending, { employmentDetails: [acme, { ...acme, ...over }] });
  const errors = Object.fromEntries(Object.entries(found).map(([key, message]) => [`employmentDetails[1].${key}`, message]));
  expect([reply.code, reply.errors]).toEqual([400, errors]);
  expect((await kit.seen(pending)).employmentDetails).toEqual([]);
});

it('[REG-37, REG-38] an employer and a position of 160 characters are stored', async () => {
  const longest = { employerName: 'e'.repeat(160), projectName: 'p'.repeat(160) };
  expect((await kit.save(pending, { employmentDetails: [{ ...acme, ...longest }] })).code).toBe(200);
  expect((await kit.seen(pending)).employmentDetails).toMatchObject([longest]);
});

it.each([
  ['employerName', 'Acme', ['projectName']],
  ['projectName', 'Night guard', ['employerName']],
  ['from', '2019-01-01', ['employerName', 'projectName', 'to']],
  ['to', '2019-01-01', ['employerName', 'from', 'projectName']],
])('[REG-43] of an employer with nothing but %s the rest is asked for', async (key, typed, asked) => {
  const reply = await kit.save(pending, { employmentDetails: [acme, { ...empty, [key]: typed }] });
  expect([reply.code, Object.keys(reply.errors ?? {}).sort()]).toEqual([400, asked.map((name) => `employmentDetails[1].${name}`)]);
});

it('[REG-43] an empty row of an employer is not validated, and not stored', async () => {
  expect((await kit.save(pending, { employmentDetails: [empty, acme, empty] })).code).toBe(200);
  expect((await kit.seen(pending)).employmentDetails).toMatchObject([{ employerName: 'Acme' }]);
});
