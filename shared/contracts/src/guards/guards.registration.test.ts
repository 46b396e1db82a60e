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

it('accepts a valid form', () => expect(messagesOf({})).toEqual({}));

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
  ])('marks %s with its message', (_title, over, expected) => expect(found(over)).toEqual(expected));
});

it('[REG-20] accepts exactly 10 digits of a phone number, also with pasted separators', () => {
  for (const mobileNumber of ['', '41655501234', '416555O123', null])
    expect(messagesOf({ mobileNumber })).toEqual({ mobileNumber: 'Please enter valid Phone Number' });
  expect(rules.cast(right({ mobileNumber: '+1 (416) 555-0123' })).mobileNumber).toBe('4165550123');
});

it.each(documentTypes)('[REG-55] accepts %s as an identification type', (idType) => expect(withDocument({ idType })).toEqual({}));
it('[REG-55] refuses any other type', () =>
  expect(withDocument({ idType: 'Library card' })).toEqual({ 'identityDocuments[0].idType': registrationMessages.typeRequired }));

it.each([
  ['CODE-08', 'Drivers license'],
  ['CODE-09', 'Permanent resident card'],
  ['CODE-10', 'Other'],
  ['CODE-11', 'Canadian passport'],
])('[%s] has the document type %s', (_id, type) => expect(documentTypes).toContain(type));

it.each(['K_1', 'a/b', '<b>', 'K#1', '12\u000034', '😀'])('[REG-29] refuses the identification number %j', (idNumber) =>
  expect(withDocument({ idNumber })).toEqual({ 'identityDocuments[0].idNumber': 'Please enter valid identification number' }),
);

it('[REG-30] limits an identification number to 15 characters', () => {
  expect(withDocument({ idNumber: 'A'.repeat(15) })).toEqual({});
  expect(withDocument({ idNumber: 'A'.repeat(16) })).toEqual({ 'identityDocuments[0].idNumber': registrationMessages.numberInvalid });
});

it('accepts the name of a stored file, and refuses any other name', () => {
  expect(withDocument({ file: undefined, idProof: 'abc.png' })).toEqual({});
  expect(withDocument({ file: undefined, idProof: '../abc.png' })).toHaveProperty(['identityDocuments[0].idProof']);
  expect(messagesOf({ securityRegistrationDocument: 'abc.png', profileImage: 'face.jpg' })).toEqual({});
  expect(messagesOf({ securityRegistrationDocument: 'abc.exe' })).toHaveProperty('securityRegistrationDocument');
});

it('[SHARED-07, SHARED-08, REG-23] accepts an image of 2097152 bytes, and refuses one byte more with the stated text', () => {
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
])('[%s] limits %s to 160 characters', (_id, key, longest, longer) => {
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
])('[REG-39] validates the position %j: %p', (projectName, isValid) =>
  expect(withEmployer({ projectName })).toEqual(
    isValid ? {} : { 'employmentDetails[0].projectName': 'Please enter valid position held name' },
  ),
);

it('[REG-43] validates an employer row only when it has a value, and does not move it', () => {
  expect(messagesOf({ employmentDetails: [emptyEmployer, employer()] })).toEqual({});
  expect(messagesOf({ employmentDetails: [emptyEmployer, { ...emptyEmployer, from: '2019-01-01' }] })).toEqual({
    'employmentDetails[1].employerName': registrationMessages.employerRequired,
    'employmentDetails[1].projectName': registrationMessages.positionInvalid,
    'employmentDetails[1].to': registrationMessages.toRequired,
  });
  expect(messagesOf({ employmentDetails: [{ ...emptyEmployer, speciality: ID }] })).toHaveProperty(['employmentDetails[0].employerName']);
});

it('[REG-44] requires at least one identification document', () =>
  expect(messagesOf({ identityDocuments: [] })).toEqual({ identityDocuments: registrationMessages.oneDocument }));

it.each(['1899-12-31', '3000-01-01', '2019-02-30', '17/05/2019', '2019-5-7'])(
  '[SHARED-16] refuses %s, which the date pickers do not offer',
  (from) => {
    expect(withEmployer({ from })).toHaveProperty(['employmentDetails[0].from']);
    expect(messagesOf({ securityRegistrationExpiryDate: from })).toHaveProperty('securityRegistrationExpiryDate');
    expect(messagesOf({ dob: from })).toHaveProperty('dob');
  },
);

it('[REG-52/1, REG-52/2] sends a licence number of 6 to 10 digits under both keys, and refuses two different numbers', () => {
  for (const licenseNumber of ['12345', '12345678901', '12345a']) expect(messagesOf({ licenseNumber })).toHaveProperty('licenseNumber');
  for (const licenseNumber of ['123456', '1234567890']) expect(messagesOf({ licenseNumber })).toEqual({});
  const sent = registrationCall(ID, 'first', rules.validateSync(right()));
  expect([sent.licenseNumber, sent.securityRegistrationNumber]).toEqual(['12345678', '12345678']);
  expect(messagesOf({ id: ID, profileUpdate: 'first', securityRegistrationNumber: '87654321' }, updateGuardInput)).toEqual({
    securityRegistrationNumber: registrationMessages.oneNumber,
  });
});

it("[CODE-48] accepts 'first' and 'second' as profileUpdate", () => {
  const found = (profileUpdate: unknown) => Object.keys(messagesOf({ id: ID, profileUpdate }, updateGuardInput));
  expect([found('first'), found('second'), found('third'), found(undefined)]).toEqual([[], [], ['profileUpdate'], ['profileUpdate']]);
});

it('allows only a logged-in guard to omit the licence image and the lists', () => {
  const incomplete = { id: ID, securityRegistrationDocument: undefined, identityDocuments: undefined, employmentDetails: undefined };
  expect(messagesOf({ ...incomplete, profileUpdate: 'second' }, updateGuardInput)).toEqual({});
  expect(Object.keys(messagesOf({ ...incomplete, profileUpdate: 'first' }, updateGuardInput)).sort()).toEqual([
    'identityDocuments',
    'securityRegistrationDocument',
  ]);
});

it('reports all invalid fields together', () =>
  expect(Object.keys(messagesOf({ firstName: '', lastName: 'x', dob: '', email: 'no' })).sort()).toEqual([
    'dob',
    'email',
    'firstName',
    'lastName',
  ]));

it('checks the age on the civil date in Toronto', () => {
  expect(messagesOf({ dob: '2009-03-10' })).toEqual({});
  expect(messagesOf({ dob: '2009-03-11' })).toEqual({ dob: registrationMessages.dobInvalid });
});

it('[API-GUARD-11, API-GUARD-12, API-GUARD-13] sends the lists as JSON, and the files of the rows as separate parts', () => {
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
