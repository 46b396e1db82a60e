import type { ValidationError } from 'yup';
import { fixedClock } from '../_kernel/clock';
import { copy } from '../_kernel/copy';
import { documentTypes } from '../_kernel/documentTypes';
import { limits } from '../_kernel/limits';
import { toWire } from '../_kernel/wire';
import { registrationCall, registrationMessages, registrationRules, updateGuardInput } from './guards.registration';
import { updateGuard } from './guards.registration.endpoints';

const ID = '4a1f8c52-7f6e-4f5f-9f0a-1d7b6c9e2a11';
const rules = registrationRules(fixedClock('2027-03-10T15:00:00.000Z'));
const picture = (bytes = 3) => new File([new Uint8Array(bytes)], 'front.png', { type: 'image/png' });

const document = (over: object = {}) => ({ idType: 'Drivers license', idNumber: 'K12-34.5 6', file: picture(), ...over });
const employer = (over: object = {}) => ({
  employerName: 'Acme',
  projectName: 'Night guard',
  from: '2019-01-01',
  to: '2020-12-31',
  ...over,
});
const emptyEmployer = { employerName: '', projectName: '', from: '', to: '', speciality: '' };

const right = (over: object = {}) => ({
  firstName: 'Ada',
  middleName: '',
  lastName: 'Marsh',
  dob: '1990-05-17',
  mobileNumber: '4165550123',
  email: 'ada@example.com',
  profileImage: undefined,
  licenseNumber: '12345678',
  securityRegistrationExpiryDate: '2029-01-31',
  securityRegistrationDocument: picture(),
  identityDocuments: [document()],
  employmentDetails: [employer()],
  ...over,
});

function messagesOf(over: object, schema: { validateSync(value: unknown, options: object): unknown } = rules): Record<string, string> {
  try {
    schema.validateSync(right(over), { abortEarly: false });
    return {};
  } catch (error) {
    const found: Record<string, string> = {};
    for (const { path = '', message } of (error as ValidationError).inner) found[path] ??= message;
    return found;
  }
}
const withDocument = (over: object) => messagesOf({ identityDocuments: [document(over)] });
const withEmployer = (over: object) => messagesOf({ employmentDetails: [employer(over)] });

it('accepts a form that is filled right', () => expect(messagesOf({})).toEqual({}));

describe.each([
  ['the form', rules],
  ['the call', updateGuardInput],
])('%s', (_which, schema) => {
  const found = (over: object) => messagesOf({ id: ID, profileUpdate: 'first', ...over }, schema);

  it.each([
    ['[REG-20] mobileNumber', { mobileNumber: '416555012' }, { mobileNumber: 'Please enter valid Phone Number' }],
    [
      '[REG-21] securityRegistrationDocument',
      { securityRegistrationDocument: undefined },
      { securityRegistrationDocument: 'Please upload security registration image' },
    ],
    [
      '[REG-22] securityRegistrationExpiryDate',
      { securityRegistrationExpiryDate: '' },
      { securityRegistrationExpiryDate: 'Please enter security registration expiry date' },
    ],
    [
      '[REG-27] idType',
      { identityDocuments: [document({ idType: '' })] },
      { 'identityDocuments[0].idType': 'Identification type is required' },
    ],
    [
      '[REG-28] idNumber',
      { identityDocuments: [document({ idNumber: ' ' })] },
      { 'identityDocuments[0].idNumber': 'Identification number is required' },
    ],
    [
      '[REG-31] file',
      { identityDocuments: [document({ file: undefined })] },
      { 'identityDocuments[0].file': 'Identification file is required' },
    ],
    ['[REG-40] from', { employmentDetails: [employer({ from: '' })] }, { 'employmentDetails[0].from': 'From date is required' }],
    ['[REG-41] to', { employmentDetails: [employer({ to: '' })] }, { 'employmentDetails[0].to': 'To date is required' }],
    [
      '[REG-42] to',
      { employmentDetails: [employer({ to: '2018-12-31' })] },
      { 'employmentDetails[0].to': 'To Date should be greater than From Date' },
    ],
    [
      '[REG-54] to',
      { employmentDetails: [employer({ to: '2019-01-01' })] },
      { 'employmentDetails[0].to': 'To Date should be greater than From Date' },
    ],
  ])('%s is marked with its words', (_title, over, expected) => expect(found(over)).toEqual(expected));
});

it('[REG-20] takes exactly 10 digits of a phone number, as it was pasted', () => {
  for (const mobileNumber of ['', '41655501234', '416555O123', null])
    expect(messagesOf({ mobileNumber })).toEqual({ mobileNumber: 'Please enter valid Phone Number' });
  expect(rules.cast(right({ mobileNumber: '+1 (416) 555-0123' })).mobileNumber).toBe('4165550123');
});

it.each(documentTypes)('[REG-55] %s is an identification type', (idType) => expect(withDocument({ idType })).toEqual({}));
it('[REG-55] another type is none', () =>
  expect(withDocument({ idType: 'Library card' })).toEqual({ 'identityDocuments[0].idType': registrationMessages.typeRequired }));

it.each([
  ['CODE-08', 'Drivers license'],
  ['CODE-09', 'Permanent resident card'],
  ['CODE-10', 'Other'],
  ['CODE-11', 'Canadian passport'],
])('[%s] a document type is %s', (_id, type) => expect(documentTypes).toContain(type));

it.each(['K_1', 'a/b', '<b>', 'K#1', '12\u000034', '😀'])('[REG-29] refuses the identification number %j', (idNumber) =>
  expect(withDocument({ idNumber })).toEqual({ 'identityDocuments[0].idNumber': 'Please enter valid identification number' }),
);

it('[REG-30] an identification number has at most 15 characters', () => {
  expect(withDocument({ idNumber: 'A'.repeat(15) })).toEqual({});
  expect(withDocument({ idNumber: 'A'.repeat(16) })).toEqual({ 'identityDocuments[0].idNumber': registrationMessages.numberInvalid });
});

it('a stored file is a file; a name that is none is not', () => {
  expect(withDocument({ file: undefined, idProof: 'abc.png' })).toEqual({});
  expect(withDocument({ file: undefined, idProof: '../abc.png' })).toHaveProperty(['identityDocuments[0].idProof']);
  expect(messagesOf({ securityRegistrationDocument: 'abc.png', profileImage: 'face.jpg' })).toEqual({});
  expect(messagesOf({ securityRegistrationDocument: 'abc.exe' })).toHaveProperty('securityRegistrationDocument');
});

it('[SHARED-07, SHARED-08, REG-23] an image of 2097152 bytes is taken, one byte more is told in the stated words', () => {
  expect(limits.imageBytes).toBe(2_097_152);
  const [largest, over] = [picture(limits.imageBytes), picture(limits.imageBytes + 1)];
  expect(
    messagesOf({ profileImage: largest, securityRegistrationDocument: largest, identityDocuments: [document({ file: largest })] }),
  ).toEqual({});
  expect(messagesOf({ profileImage: over, securityRegistrationDocument: over, identityDocuments: [document({ file: over })] })).toEqual({
    profileImage: 'Size is more than 2 MB',
    securityRegistrationDocument: 'Size is more than 2 MB',
    'identityDocuments[0].file': 'Size is more than 2 MB',
  });
  expect(copy.imageTooLarge).toBe('Size is more than 2 MB');
});

it.each([
  ['REG-37', 'employerName', 'a'.repeat(160), 'a'.repeat(161)],
  ['REG-38', 'projectName', 'a'.repeat(160), 'a'.repeat(161)],
])('[%s] %s has at most 160 characters', (_id, key, longest, longer) => {
  expect(withEmployer({ [key]: longest })).toEqual({});
  expect(withEmployer({ [key]: longer })).toHaveProperty([`employmentDetails[0].${key}`]);
});

it.each([
  ['Guard', true],
  ['Site night guard', true],
  ['Été', true],
  ['One two three four', false],
  ['Ab', false],
  ['A b', false],
  ['Guard2', false],
  ['Guard  two', false],
  ['', false],
])('[REG-39] the position %j is valid: %p', (projectName, isValid) =>
  expect(withEmployer({ projectName })).toEqual(
    isValid ? {} : { 'employmentDetails[0].projectName': 'Please enter valid position held name' },
  ),
);

it('[REG-43] an employer row is judged only when something is in it, and stays in its place', () => {
  expect(messagesOf({ employmentDetails: [emptyEmployer, employer()] })).toEqual({});
  expect(messagesOf({ employmentDetails: [emptyEmployer, { ...emptyEmployer, from: '2019-01-01' }] })).toEqual({
    'employmentDetails[1].employerName': registrationMessages.employerRequired,
    'employmentDetails[1].projectName': registrationMessages.positionInvalid,
    'employmentDetails[1].to': registrationMessages.toRequired,
  });
  expect(messagesOf({ employmentDetails: [{ ...emptyEmployer, speciality: ID }] })).toHaveProperty(['employmentDetails[0].employerName']);
});

it('[REG-44] one identification document at least remains', () =>
  expect(messagesOf({ identityDocuments: [] })).toEqual({ identityDocuments: registrationMessages.oneDocument }));

it.each(['1899-12-31', '3000-01-01', '2019-02-30', '17/05/2019', '2019-5-7'])('[SHARED-16] %s is no day of the pickers', (from) => {
  expect(withEmployer({ from })).toHaveProperty(['employmentDetails[0].from']);
  expect(messagesOf({ securityRegistrationExpiryDate: from })).toHaveProperty('securityRegistrationExpiryDate');
  expect(messagesOf({ dob: from })).toHaveProperty('dob');
});

it('[REG-52/1, REG-52/2] a licence number of 6 to 10 digits is sent under both keys, and two numbers are refused', () => {
  for (const licenseNumber of ['12345', '12345678901', '12345a']) expect(messagesOf({ licenseNumber })).toHaveProperty('licenseNumber');
  for (const licenseNumber of ['123456', '1234567890']) expect(messagesOf({ licenseNumber })).toEqual({});
  const sent = registrationCall(ID, 'first', rules.validateSync(right()));
  expect([sent.licenseNumber, sent.securityRegistrationNumber]).toEqual(['12345678', '12345678']);
  expect(messagesOf({ id: ID, profileUpdate: 'first', securityRegistrationNumber: '87654321' }, updateGuardInput)).toEqual({
    securityRegistrationNumber: registrationMessages.oneNumber,
  });
});

it("[CODE-48] profileUpdate is 'first' or 'second'", () => {
  const found = (profileUpdate: unknown) => Object.keys(messagesOf({ id: ID, profileUpdate }, updateGuardInput));
  expect([found('first'), found('second'), found('third'), found(undefined)]).toEqual([[], [], ['profileUpdate'], ['profileUpdate']]);
});

it('only who is logged in may leave out the licence image and the lists', () => {
  const left = { id: ID, securityRegistrationDocument: undefined, identityDocuments: undefined, employmentDetails: undefined };
  expect(messagesOf({ ...left, profileUpdate: 'second' }, updateGuardInput)).toEqual({});
  expect(Object.keys(messagesOf({ ...left, profileUpdate: 'first' }, updateGuardInput)).sort()).toEqual([
    'identityDocuments',
    'securityRegistrationDocument',
  ]);
});

it('says of all failing fields at once', () =>
  expect(Object.keys(messagesOf({ firstName: '', lastName: 'x', dob: '', email: 'no' })).sort()).toEqual([
    'dob',
    'email',
    'firstName',
    'lastName',
  ]));

it('judges the age on the day in Toronto', () => {
  expect(messagesOf({ dob: '2009-03-10' })).toEqual({});
  expect(messagesOf({ dob: '2009-03-11' })).toEqual({ dob: registrationMessages.dobInvalid });
});

it('[API-GUARD-11, API-GUARD-12, API-GUARD-13] the lists travel as JSON, the files of the rows beside them', () => {
  const [front, back] = [picture(1), picture(2)];
  const documents = [document({ file: front }), document({ idProof: 'old.png', file: undefined }), document({ file: back })];
  const { body } = toWire(updateGuard, registrationCall(ID, 'first', rules.validateSync(right({ identityDocuments: documents }))));
  const form = body as FormData;
  const row = { idType: 'Drivers license', idNumber: 'K12-34.5 6' };
  expect(JSON.parse(String(form.get('identityDocuments')))).toEqual([row, { ...row, idProof: 'old.png' }, row]);
  expect(JSON.parse(String(form.get('employmentDetails')))).toEqual([employer()]);
  expect([...form.keys()].filter((key) => key.startsWith('identityFile'))).toEqual(['identityFile0', 'identityFile2']);
  expect([0, 2].map((at) => (form.get(`identityFile${at}`) as File).size)).toEqual([1, 2]);
  expect(form.has('id')).toBe(false);
});
