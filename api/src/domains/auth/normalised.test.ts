import { confirmSession } from '@portal/contracts/auth/auth.confirmation';
import { changePassword, forgotPassword, login, register, resetPassword } from '@portal/contracts/auth/auth.endpoints';
import { changeEmail } from '@portal/contracts/guards/guards.contacts.endpoints';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { requestDeletion } from '@portal/contracts/privacy/privacy.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
const zwsp = '\u200b';
const logIn = (email: string, password: string) => api.call(login, { email, password, deviceToken: 'web', deviceId: 'web', deviceType: 3 });
beforeEach(() => sql`delete from rate_limits`.execute(db()));

it('a password with an accent is right from a device that sends the accent as a separate character', async () => {
  const { email } = await api.guard({ password: 'Caf\u00e912345$' });
  for (const password of ['Caf\u00e912345$', 'Cafe\u030112345$', `Caf\u00e9${zwsp}12345$`])
    expect((await logIn(email, password)).code).toBe(200);
  expect((await logIn(email, 'Cafe12345$')).code).toBe(401);
});

const composed = 'Caf\u00e912345$';
const decomposed = 'Cafe\u030112345$';
const bank = { accHolderName: 'Ada Rowe', bankAccountNumber: '1234567', bankInstitution: '001', bankTransitNumber: '12345', wantTopay: 1 };

/** Every call that verifies the current password of a guard. */
const verifying: Record<string, (guard: TestGuard, password: string) => Promise<{ code: number }>> = {
  'the log-in': ({ email }, password) => logIn(email, password),
  'the change of the password': ({ token }, oldPassword) =>
    api.call(changePassword, { oldPassword, password: 'Quiet7Harbour$' }, { token }),
  'the confirmation of a session': ({ token }, password) => api.call(confirmSession, { by: 'password', password }, { token }),
  'the bank details': ({ id, token }, password) => api.call(saveBank, { id, ...bank, password }, { token }),
  'the change of the e-mail address': ({ id, token }, password) =>
    api.call(changeEmail, { email: `moved.${id}@example.com`, password } as never, { token }),
  'the deletion of the account': ({ token }, password) => api.call(requestDeletion, { password }, { token }),
};

it.each(Object.entries(verifying))(
  '%s accepts an accent that is sent as a separate character, and refuses a missing accent',
  async (_name, make) => {
    const guard = await api.guard({ password: composed });
    expect((await make(guard, 'Cafe12345$')).code).toBeGreaterThanOrEqual(400);
    expect((await make(guard, decomposed)).code).toBe(200);
  },
);

/** Every call that stores a new password. */
const storing: Record<string, (guard: TestGuard, password: string) => Promise<{ code: number }>> = {
  'the change of the password': ({ token, password: oldPassword }, password) =>
    api.call(changePassword, { oldPassword, password }, { token }),
  'the reset of the password': async ({ email }, password) => {
    await api.call(forgotPassword, { email });
    const [mail] = (await api.call(readMailbox, { to: email })).data;
    const token = /reset-password\?token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
    return api.call(resetPassword, { token, password });
  },
};

it.each(Object.entries(storing))('%s stores a password that works from a device that sends the accent differently', async (_name, make) => {
  const guard = await api.guard();
  expect((await make(guard, decomposed)).code).toBe(200);
  for (const password of [composed, decomposed]) expect((await logIn(guard.email, password)).code).toBe(200);
});

it('an address with an invisible mark equals the address without it', async () => {
  const { email, password } = await api.guard();
  const pasted = `${zwsp}${email.replace('@', `\u2060@`)}\u200d`;
  expect((await logIn(pasted, password)).code).toBe(200);
  const { code, errors } = await api.call(register, {
    ...{ firstName: 'Nguye\u0302\u0303n', lastName: 'Marsh', dob: '1990-05-17', mobileNumber: '\u202d+1 416\u00a0555\u20110188\u202c' },
    ...{ email: pasted, password: 'Gravel-Orbit-77', isLicense: false },
  } as never);
  expect([code, Object.keys(errors ?? {})]).toEqual([409, ['email']]);
});
