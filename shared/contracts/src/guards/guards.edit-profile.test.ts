import { ValidationError } from 'yup';
import { fixedClock } from '../_kernel/clock';
import { toWire } from '../_kernel/wire';
import { contactProblems, editProfileCall, editProfileRules } from './guards.edit-profile';
import { updateGuardInput } from './guards.registration';
import { updateGuard } from './guards.registration.endpoints';

const ID = '4a1f8c52-7f6e-4f5f-9f0a-1d7b6c9e2a11';
const rules = editProfileRules(fixedClock('2027-03-10T15:00:00.000Z'));
const picture = (name: string, bytes = 3, type = '') => new File([new Uint8Array(bytes)], name, { type });
const right = {
  firstName: 'Ada',
  middleName: '',
  lastName: 'Marsh',
  dob: '1990-05-17',
  licenseNumber: '12345678',
  securityRegistrationExpiryDate: '2029-01-31',
  profileImage: null,
  securityRegistrationDocument: null,
};
const letters = (count: number) => 'a'.repeat(count);

function problems(over: object, by = rules): Record<string, string> {
  try {
    by.validateSync({ ...right, ...over }, { abortEarly: false, stripUnknown: true });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path = '', message }) => [path, message]).reverse());
  }
}

it('accepts a valid form', () => expect(problems({})).toEqual({}));

it.each([
  ['[EDITPROFILE-11]', 'firstName', 'First name is required'],
  ['[EDITPROFILE-13]', 'lastName', 'Last name is required'],
])('requires %s %s', (_id, name, message) => {
  for (const value of ['', '  ', undefined]) expect(problems({ [name]: value })).toEqual({ [name]: message });
});

it.each([
  ['[EDITPROFILE-12, EDITPROFILE-30/2]', 'firstName', 'Please enter valid first name'],
  ['[EDITPROFILE-14, EDITPROFILE-30/2]', 'lastName', 'Please enter valid last name'],
])('accepts only 2 to 64 letters as %s %s', (_id, name, message) => {
  for (const value of ['Bo', 'Zoë', letters(64)]) expect(problems({ [name]: value })).toEqual({});
  for (const value of ['B', 'B2', 'Ann-Marie', 'Ann Marie', letters(65)]) expect(problems({ [name]: value })).toEqual({ [name]: message });
});

it('[EDITPROFILE-15, EDITPROFILE-16, EDITPROFILE-31/2] accepts no middle name, or 2 or more letters with up to 2 further words', () => {
  for (const middleName of ['', undefined, 'Jo', 'Jo van B', 'Jo van der']) expect(problems({ middleName })).toEqual({});
  for (const middleName of ['J', 'J van', 'Jo2', 'Jo van der B', 'Jo-Ann'])
    expect(problems({ middleName })).toEqual({ middleName: 'Please enter valid middle name.' });
});

it.each([
  ['2009-03-10', {}],
  ['2009-03-11', { dob: 'Please valid date of birth' }],
  ['2026-01-01', { dob: 'Please valid date of birth' }],
  ['1990-02-30', { dob: 'Please valid date of birth' }],
  ['', { dob: 'Please select date of birth' }],
])('reports for a guard born on %p: %j', (dob, expected) => expect(problems({ dob })).toEqual(expected));

it('[ADDDOCS-11/2] requires 6 to 10 digits in the licence number', () => {
  for (const licenseNumber of ['123456', '1234567890']) expect(problems({ licenseNumber })).toEqual({});
  for (const licenseNumber of ['', '12345', '12345678901', '12345a'])
    expect(problems({ licenseNumber })).toEqual({ licenseNumber: 'Please enter valid Document Number' });
});

it('[EDITPROFILE-23] refuses an expiry date before today', () => {
  const found = (day: string) => problems({ securityRegistrationExpiryDate: day }).securityRegistrationExpiryDate;
  expect(['2027-03-10', '2027-03-11', '2027-03-09', '2027-02-30', ''].map(found)).toEqual([
    undefined,
    undefined,
    'The expiry date cannot be before today',
    'Please enter security registration expiry date',
    'Please enter security registration expiry date',
  ]);
});

it('[EDITPROFILE-23] compares with the day in Toronto when London already has the next day', () => {
  const late = editProfileRules(fixedClock('2027-03-10T03:30:00.000Z'));
  expect(problems({ securityRegistrationExpiryDate: '2027-03-09' }, late)).toEqual({});
  expect(problems({ securityRegistrationExpiryDate: '2027-03-08' }, late)).toEqual({
    securityRegistrationExpiryDate: 'The expiry date cannot be before today',
  });
});

describe.each(['profileImage', 'securityRegistrationDocument'])('%s', (name) => {
  it('[EDITPROFILE-24] accepts at most 2 MB', () => {
    expect(problems({ [name]: picture('a.jpg', 2_097_152) })).toEqual({});
    expect(problems({ [name]: picture('a.jpg', 2_097_153) })).toEqual({ [name]: 'Size is more than 2 MB' });
  });

  it('[EDITPROFILE-25, EDITPROFILE-32/1] accepts the types of the add-document form, or the name of a stored file', () => {
    for (const ending of ['png', 'jpg', 'jpeg', 'gif', 'tiff', 'bpg', 'webp', 'PNG'])
      expect([ending, problems({ [name]: picture(`a.${ending}`) })]).toEqual([ending, {}]);
    for (const ending of ['heic', 'svg', 'pdf', 'avif'])
      expect([ending, problems({ [name]: picture(`a.${ending}`) })]).toEqual([ending, { [name]: 'File type is not allowed' }]);
    expect(problems({ [name]: 'stored-1.png' })).toEqual({});
  });
});

it.each([
  ['ada@example.com', '4165550123', undefined, undefined],
  ['ada', '14165550123', 'Please enter valid email', undefined],
  ['', '', 'Please enter valid email', 'Mobile number is required'],
  ['ada@example.com', '416555012', undefined, 'Please enter valid mobile number'],
  ['ada@example.com', '416-555-0123', undefined, 'Please enter valid mobile number'],
])('reports for the contacts %p and %p: %p, %p', (email, mobileNumber, emailProblem, mobileProblem) =>
  expect(contactProblems({ email, mobileNumber })).toEqual({ email: emailProblem, mobileNumber: mobileProblem }),
);

const contacts = { email: 'ada@example.com', mobileNumber: '4165550123' };

it("[EDITPROFILE-26, EDITPROFILE-33/1, API-GUARD-08] saves with the call of the registration as 'second' update, with unchanged contacts and without lists", () => {
  expect(updateGuard).toMatchObject({ method: 'PATCH', path: '/guard/auth/update-guard/:id', body: 'multipart' });
  const values = rules.validateSync({ ...right, email: 'x', mobileNumber: 'y' }, { stripUnknown: true });
  const input = editProfileCall({ id: ID, ...contacts }, values);
  expect(updateGuardInput.validateSync(input)).toMatchObject({
    id: ID,
    profileUpdate: 'second',
    licenseNumber: '12345678',
    securityRegistrationNumber: '12345678',
  });
  const { body } = toWire(updateGuard, input);
  const names = [...(body as FormData).keys()];
  expect(names).toEqual(expect.arrayContaining(['email', 'mobileNumber']));
  for (const omitted of ['identityDocuments', 'employmentDetails']) expect(names).not.toContain(omitted);
});

it.each(['email', 'mobileNumber'])('requires %s in the first update', (name) => {
  const first = { ...editProfileCall({ id: ID, ...contacts }, right as never), profileUpdate: 'first' };
  expect(() => updateGuardInput.validateSync({ ...first, [name]: '' }, { abortEarly: false })).toThrow();
  const second = updateGuardInput.validateSync({ ...first, profileUpdate: 'second', [name]: '' });
  expect(second[name as 'email']).toBeUndefined();
});

it.each([
  ['middleName', 'J'],
  ['licenseNumber', '12345'],
  ['securityRegistrationExpiryDate', '2027-03-09'],
  ['firstName', 'Anne-Marie'],
  ['lastName', "O'Brien"],
  ['dob', '2012-01-01'],
])('[EDITPROFILE-31/3] accepts the stored %s %j while it is unchanged', (name, value) => {
  const stored = editProfileRules(fixedClock('2027-03-10T15:00:00.000Z'), { ...right, [name]: value });
  expect(problems({ [name]: value }, stored)).toEqual({});
  expect(Object.keys(problems({ [name]: value }))).toEqual([name]);
});
