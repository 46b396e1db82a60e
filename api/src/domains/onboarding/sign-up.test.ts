import { copy } from '@portal/contracts/_kernel/copy';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { register } from '@portal/contracts/auth/auth.endpoints';
import { passwordMessages } from '@portal/contracts/auth/auth.passwords';
import { registerInput, signupMessages } from '@portal/contracts/auth/auth.signup';
import { sql } from 'kysely';
import { createVisitors, type Visitors } from '../../../test/sign-ups';
import { startApi, type TestApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const START = '2027-03-10T15:00:00.000Z';
let api: TestApi;
let some: Visitors;

beforeAll(async () => {
  api = await startApi({ clock: START });
  some = await createVisitors(api);
});
beforeEach(async () => {
  api.clock.set(START);
  await sql`delete from rate_limits`.execute(db());
});
afterAll(() => api.stop());

describe('registering', () => {
  it('[API-AUTH-14, API-AUTH-15] takes the stated fields and replies data.guard.id', async () => {
    expect(`${register.method} ${fullPath(register)}`).toBe('POST /v1/guard/auth/register');
    const one = await some.signUp({ deviceToken: 'push-token', deviceId: 'web', deviceType: 3 });
    const { reply, id, given } = one;
    expect(reply).toMatchObject({ status: 200, data: { guard: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } } });
    expect(await some.column(id, 'email')).toBe(given.email);
    expect(await some.column(id, 'is_license')).toBe(true);
    expect(await some.column(id, 'license_number')).toBe('12345678');
    expect(await some.column(id, 'dob')).toBe('1990-05-17');
    const { data } = await some.logIn(one);
    expect(data.guard).toMatchObject({
      id,
      firstName: 'Ada',
      middleName: 'May',
      lastName: 'Marsh',
      mobileNumber: given.mobileNumber,
      status: 0,
    });
    const { rows } = await sql`select device_token from registrations where guard_id = ${id}`.execute(db());
    expect(rows).toEqual([{ device_token: 'push-token' }]);
    const without = await some.signUp({ isLicense: false, licenseNumber: '' });
    expect([await some.column(without.id, 'is_license'), await some.column(without.id, 'license_number')]).toEqual([false, null]);
  });

  it('[API-AUTH-14] validates each of the stated fields: an invalid one is refused at that field', async () => {
    const wrong = {
      email: 'ada',
      password: 'short',
      firstName: '',
      middleName: 'May 2',
      lastName: '',
      mobileNumber: '416',
      dob: '1990-02-30',
      isLicense: 'perhaps',
      licenseNumber: '12',
      deviceToken: 'x'.repeat(4097),
      deviceId: 'x'.repeat(65),
      deviceType: 'web',
    };
    for (const [name, value] of Object.entries(wrong)) {
      const { reply } = await some.signUp({ [name]: value });
      expect([reply.code, Object.keys(reply.errors ?? {})]).toEqual([400, [name]]);
    }
    expect(Object.keys(registerInput.fields).sort()).toEqual(Object.keys(wrong).sort());
  });

  it('[EDITPROFILE-30/1, EDITPROFILE-31/1] takes first and last names of 64 letters at most, and a middle name of one', async () => {
    for (const name of ['firstName', 'lastName'])
      expect((await some.signUp({ [name]: 'a'.repeat(65) })).reply).toMatchObject({ code: 400, errors: { [name]: expect.any(String) } });
    const { id } = await some.signUp({ firstName: 'F'.repeat(64), middleName: 'J', lastName: 'L'.repeat(64) });
    expect([await some.column(id, 'first_name'), await some.column(id, 'middle_name'), await some.column(id, 'last_name')]).toEqual([
      'F'.repeat(64),
      'J',
      'L'.repeat(64),
    ]);
  });

  it('stores the password as argon2 only', async () => {
    const { id } = await some.signUp();
    expect(await some.column(id, 'password_hash')).toMatch(/^\$argon2id\$/);
  });

  it.each([
    ['a common one', 'P@ssword2027!', passwordMessages.tooCommon],
    ['their own name', 'Marsh-2027!', passwordMessages.ofOneself],
  ])('refuses a password that is %s, at its field, and creates no guard', async (_what, password, message) => {
    const { reply, given } = await some.signUp({ password });
    expect(reply).toMatchObject({ status: 400, errors: { password: message } });
    expect((await some.signUp({ email: given.email })).reply.code).toBe(200);
  });

  it('binds the browser by an HttpOnly cookie', async () => {
    const { set } = await some.signUp();
    expect(set).toMatch(/^registration=[\w-]{43}; Path=\/v1; Max-Age=604800; HttpOnly; SameSite=Lax$/);
  });

  it('[SIGNUP-19, SHARED-01] computes the age on the civil date of Toronto', async () => {
    api.clock.set('2027-03-11T03:30:00.000Z');
    expect((await some.signUp({ dob: '2009-03-11' })).reply).toMatchObject({ code: 400, errors: { dob: signupMessages.dobInvalid } });
    expect((await some.signUp({ dob: '2009-03-10' })).reply.code).toBe(200);
  });

  it.each([
    ['SIGNUP-24, SHARED-03', 'an e-mail of 181 characters', { email: `${'a'.repeat(169)}@example.com` }],
    ['SHARED-04', 'a first name of 1 letter', { firstName: 'A' }],
    ['SHARED-04', 'a last name of 1 letter', { lastName: 'M' }],
    ['SHARED-04', 'a first name of 65 letters', { firstName: 'A'.repeat(65) }],
    ['SHARED-04', 'a last name of 65 letters', { lastName: 'M'.repeat(65) }],
    ['SHARED-06', 'a licence number of 5 digits', { licenseNumber: '12345' }],
    ['SHARED-06', 'a licence number of 11 digits', { licenseNumber: '12345678901' }],
    ['SIGNUP-21, SHARED-05', 'a mobile number of 9 digits', { mobileNumber: '416555012' }],
    ['SIGNUP-21, SHARED-05', 'a mobile number of 11 digits', { mobileNumber: '41655501234' }],
    ['SIGNUP-25, SHARED-02', 'a password of 7 characters', { password: 'Secr-12' }],
    ['SIGNUP-26, SIGNUP-39/1', 'a password without an uppercase letter', { password: 'secret-123' }],
    ['SIGNUP-27, SIGNUP-39/1', 'a password without a digit', { password: 'Secret-abc' }],
    ['SIGNUP-28, SIGNUP-39/1', 'a password without a special character', { password: 'Secret1234' }],
    ['SIGNUP-39/1', 'a password without a lowercase letter', { password: 'SECRET-123' }],
    ['SIGNUP-40/1', 'a password with a letter for a special character', { password: 'QuietHarbour7é' }],
    ['SIGNUP-32, ADDDOCS-11/2', 'a licence number of 5 digits', { licenseNumber: '12345' }],
    ['SIGNUP-32, ADDDOCS-11/2', 'a licence number of 11 digits', { licenseNumber: '12345678901' }],
    ['SIGNUP-32, ADDDOCS-11/2', 'a licence number with a letter', { licenseNumber: '12345a' }],
  ])('[%s] refuses %s, at its field', async (_id, _what, over) => {
    const { reply } = await some.signUp(over);
    expect([reply.code, Object.keys(reply.errors ?? {})]).toEqual([400, Object.keys(over)]);
  });

  it.each([
    ['SIGNUP-24, SHARED-03', 'an e-mail of 180 characters', { email: `${'a'.repeat(168)}@example.com` }],
    ['SIGNUP-25, SHARED-02', 'a password of 8 characters', { password: 'Secr-123' }],
    [
      'SIGNUP-26, SIGNUP-27, SIGNUP-28',
      'a password with one uppercase letter, one digit and one special character',
      { password: 'Hidden-path7' },
    ],
    ['SIGNUP-40/1', 'a password with a special character that no list names', { password: 'QuietHarbour7€' }],
    ['SIGNUP-40/1', 'a password with an underscore', { password: 'QuietHarbour7_' }],
    ['SIGNUP-33', 'an empty licence number where the answer is no', { isLicense: false, licenseNumber: '' }],
    ['SIGNUP-33', 'no licence number where the answer is no', { isLicense: false, licenseNumber: undefined as never }],
    ['SIGNUP-16', 'no middle name', { middleName: '' }],
    ['SHARED-04', 'names of 2 letters', { firstName: 'Al', lastName: 'Ma' }],
    ['SHARED-04', 'names of 64 letters', { firstName: 'A'.repeat(64), lastName: 'M'.repeat(64) }],
    ['SHARED-06, SIGNUP-32, ADDDOCS-11/2', 'a licence number of 6 digits', { licenseNumber: '123456' }],
    ['SHARED-06, SIGNUP-32, ADDDOCS-11/2', 'a licence number of 10 digits', { licenseNumber: '1234567890' }],
  ])('[%s] takes %s', async (_id, _what, over) => expect((await some.signUp(over)).reply.code).toBe(200));

  it('[SIGNUP-41/2] refuses the licence flag without a number, and stores no number without the flag', async () => {
    for (const licenseNumber of [undefined as never, '', ' ']) {
      const { reply } = await some.signUp({ licenseNumber });
      expect(reply).toMatchObject({ code: 400, errors: { licenseNumber: 'Security guard License Number is required' } });
    }
    const { id } = await some.signUp({ isLicense: false, licenseNumber: '1234567' });
    expect([await some.column(id, 'is_license'), await some.column(id, 'license_number')]).toEqual([false, null]);
  });

  it('marks a known e-mail and a known mobile number at their fields', async () => {
    const { given } = await some.signUp();
    const same = { email: given.email.toUpperCase() };
    expect((await some.signUp(same)).reply).toMatchObject({
      code: 409,
      message: signupMessages.emailKnown,
      errors: { email: signupMessages.emailKnown },
    });
    const phone = await some.signUp({ mobileNumber: `+1 (647) 555-${given.mobileNumber.slice(6)}` });
    expect(phone.reply).toMatchObject({ code: 409, errors: { mobileNumber: signupMessages.mobileKnown } });
    expect(phone.set).toBe('');
  });

  it('creates one guard for concurrent submits', async () => {
    const given = some.wanted();
    const replies = await Promise.all(Array.from({ length: 6 }, () => api.call(register, given)));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 409)).toHaveLength(5);
    const phones = await Promise.all(
      ['x', 'y', 'z'].map((name) => some.signUp({ mobileNumber: '6475559999', email: `${name}@example.com` })),
    );
    expect(phones.filter(({ reply }) => reply.code === 200)).toHaveLength(1);
  });

  it('limits one address, with the wait in seconds', async () => {
    const from = (index: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${index}` } });
    const given = some.wanted();
    for (let tries = 0; tries < 10; tries++) await api.call(register, given, from(tries));
    const reply = await api.call(register, given, from(99));
    expect(reply).toMatchObject({ code: 429, message: copy.tooMany(3600) });
    expect(reply.headers.get('retry-after')).toBe('3600');
  });
});
