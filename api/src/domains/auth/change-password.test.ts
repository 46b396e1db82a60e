import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { passwordChangedMail } from '@portal/contracts/auth/auth.change-password';
import { changePassword, login, session } from '@portal/contracts/auth/auth.endpoints';
import { passwordMessages } from '@portal/contracts/auth/auth.passwords';
import { resetMessages } from '@portal/contracts/auth/auth.reset';
import { sessionEndedMail } from '@portal/contracts/guards/guards.password';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { openSession } from '../../../test/sessions';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const NEW = 'Quiet7Harbour$';
let api: TestApi;
let guard: TestGuard;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  guard = await api.guard();
});
afterAll(() => api.stop());

const change = (oldPassword: string, password = NEW) => api.call(changePassword, { oldPassword, password }, { token: guard.token });
const logIn = (password: string) => api.call(login, { email: guard.email, password, deviceToken: 'web', deviceId: 'web', deviceType: 3 });
const isAlive = async (token: string) => (await api.call(session, {}, { token })).code === 200;

it('[API-AUTH-11, API-AUTH-12] POST /guard/change-password takes oldPassword and password, and replies its code; the new one opens the account', async () => {
  expect(`${changePassword.method} ${fullPath(changePassword)}`).toBe('POST /v1/guard/change-password');
  expect(await change(guard.password)).toMatchObject({ code: 200, message: resetMessages.done });
  expect((await logIn(guard.password)).code).toBe(401);
  expect((await logIn(NEW)).code).toBe(200);
});

it('[API-AUTH-11, API-AUTH-13, CHPWD-14] a wrong current password is refused with the stated message, at its field, and nothing is changed', async () => {
  expect(await change('Wrong-one-1')).toMatchObject({
    code: 400,
    message: 'Password not match to your current password',
    errors: { oldPassword: 'Password not match to your current password' },
  });
  expect((await logIn(guard.password)).code).toBe(200);
});

it.each([
  ['CHPWD-19, SHARED-02', 'of 7 characters', 'Quiet7$'],
  ['CHPWD-20', 'without a lowercase letter', 'QUIET7HARBOUR$'],
  ['CHPWD-21', 'without an uppercase letter', 'quiet7harbour$'],
  ['CHPWD-22', 'without a digit', 'QuietHarbour$'],
  ['CHPWD-11', 'without a special character', 'Quiet7Harbour'],
  ['CHPWD-12, SIGNUP-40/2', 'with another special character', 'Quiet7Harbour$#'],
  ['CHPWD-12, SIGNUP-40/2', 'with another special character alone', 'Quiet7Harbour_'],
])('[%s] a new password %s is refused at its field in these words, and the old one holds', async (_id, _what, password) => {
  const words = 'A password needs lowercase, uppercase, numbers, special characters of $@!%*?& only, and at least 8 characters in all.';
  expect(await change(guard.password, password)).toMatchObject({ code: 400, errors: { password: words } });
  expect((await logIn(password)).code).toBe(401);
  expect((await logIn(guard.password)).code).toBe(200);
});

it('[CHPWD-19, CHPWD-20, CHPWD-21, CHPWD-22] a new password of 8 characters with one of each kind is accepted', async () => {
  expect((await change(guard.password, 'q7HRBRS$')).code).toBe(200);
  expect((await change('q7HRBRS$', 'Q7hrbrs$')).code).toBe(200);
  expect((await logIn('Q7hrbrs$')).code).toBe(200);
});

it.each([...'$@!%*?&'])('[CHPWD-11, CHPWD-12, CHPWD-23/2, SIGNUP-40/2] the special %s is enough', async (special) => {
  expect((await change(guard.password, `Quiet7Harbour${special}`)).code).toBe(200);
});

it.each([...'#-_.^(+'])(
  '[CHPWD-12, CHPWD-23/2] the special %s is refused at its field, also together with an allowed one',
  async (special) => {
    expect(await change(guard.password, `${NEW}${special}`)).toMatchObject({
      code: 400,
      errors: { password: expect.stringMatching(/special characters of \$@!%\*\?& only/) },
    });
    expect((await logIn(guard.password)).code).toBe(200);
  },
);

it('ends every other session, keeps the calling one, and notifies the mailbox', async () => {
  const elsewhere = await openSession(guard.id, undefined);
  await change(guard.password);
  expect([await isAlive(elsewhere), await isAlive(guard.token)]).toEqual([false, true]);
  expect((await api.call(readMailbox, { to: guard.email })).data[0]).toMatchObject(passwordChangedMail);
});

it('happens once for several concurrent calls', async () => {
  const replies = await Promise.all([NEW, 'Another7Harbour$', 'Onemore7Harbour$'].map((password) => change(guard.password, password)));
  expect(replies.map(({ code }) => code).sort()).toEqual([200, 400, 400]);
  expect((await api.call(readMailbox, { to: guard.email })).data).toHaveLength(1);
});

it('replies 429 after ten wrong passwords, also for the right one', async () => {
  for (let tries = 0; tries < 10; tries++) expect((await change('Wrong-one-1')).code).toBe(400);
  expect((await change(guard.password)).code).toBe(429);
});

it('ends the session after thirty wrong ones since the last right one, also when they are spread over hours, and notifies the mailbox once', async () => {
  const wrong = async (times: number) => {
    const codes: number[] = [];
    for (let tries = 0; tries < times; tries++) {
      if (tries % 9 === 0) api.clock.advance({ minutes: 16 });
      codes.push((await change('Wrong-one-1')).code);
    }
    return [...new Set(codes)];
  };
  const told = async () =>
    (await api.call(readMailbox, { to: guard.email })).data.filter(({ subject }) => subject === sessionEndedMail.subject);
  expect(await wrong(29)).toEqual([400]);
  expect((await change(guard.password)).code).toBe(200);
  expect(await wrong(29)).toEqual([400]);
  expect([await isAlive(guard.token), await told()]).toEqual([true, []]);
  const elsewhere = await openSession(guard.id, undefined);
  api.clock.advance({ minutes: 16 });
  const last = await Promise.all([1, 2, 3].map(() => change('Wrong-one-1')));
  expect(last.map(({ code }) => code)).toEqual([401, 401, 401]);
  expect([await isAlive(guard.token), await isAlive(elsewhere)]).toEqual([false, true]);
  expect(await told()).toMatchObject([sessionEndedMail]);
});

it('a guard without a known password, as after a log-in by a provider, does not lose the session by wrong ones', async () => {
  await sql`update guards set has_password = false where id = ${guard.id}`.execute(db());
  for (let tries = 0; tries < 31; tries++) {
    if (tries % 9 === 0) api.clock.advance({ minutes: 16 });
    expect(await change('Wrong-one-1')).toMatchObject({ code: 400, errors: { oldPassword: serverCopy.passwordUnknown } });
  }
  expect([await isAlive(guard.token), (await api.call(readMailbox, { to: guard.email })).data]).toEqual([true, []]);
});

it.each([
  ['a common one', (): string => 'Qwerty123$', passwordMessages.tooCommon],
  ['the name of their mailbox', (): string => `A1$${guard.email.split('@')[0]?.replace(/\W/g, '')}`, passwordMessages.ofOneself],
])('a new one that is %s is refused at its field, and nothing is changed', async (_what, password, message) => {
  expect(await change(guard.password, password())).toMatchObject({ code: 400, errors: { password: message } });
  expect((await logIn(guard.password)).code).toBe(200);
});
