import { hash } from '@node-rs/argon2';
import { login, register } from '@portal/contracts/auth/auth.endpoints';
import { emailCollisions } from '@portal/contracts/guards/guards.endpoints';
import { sql } from 'kysely';
import { testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
const zwsp = '\u200b';
const logIn = (email: string, password: string) => api.call(login, { email, password, deviceToken: 'web', deviceId: 'web', deviceType: 3 });
const hashOf = async (id: string) =>
  (await sql<{ password_hash: string }>`select password_hash from guards where id = ${id}`.execute(db())).rows[0]?.password_hash;

beforeEach(() => sql`delete from rate_limits`.execute(db()));

it('a password with an accent is right from a device that sends the accent as a separate character', async () => {
  const { email } = await api.guard({ password: 'Caf\u00e9-12345$' });
  for (const password of ['Caf\u00e9-12345$', 'Cafe\u0301-12345$', `Caf\u00e9${zwsp}-12345$`])
    expect((await logIn(email, password)).code).toBe(200);
  expect((await logIn(email, 'Cafe-12345$')).code).toBe(401);
});

it('a password that an earlier release hashed without normalisation is right, and is hashed again after its first log-in', async () => {
  const { id, email } = await api.guard();
  const typed = 'Cafe\u0301-12345$';
  await sql`update guards set password_hash = ${await hash(typed, { memoryCost: 8, timeCost: 1, parallelism: 1 })} where id = ${id}`.execute(
    db(),
  );
  expect((await logIn(email, 'Caf\u00e9-12345$')).code).toBe(401);
  const before = await hashOf(id);
  expect((await logIn(email, typed)).code).toBe(200);
  expect(await hashOf(id)).not.toBe(before);
  const after = await hashOf(id);
  for (const password of [typed, 'Caf\u00e9-12345$']) expect((await logIn(email, password)).code).toBe(200);
  expect(await hashOf(id)).toBe(after);
});

it('concurrent first log-ins with a password that an earlier release hashed without normalisation all succeed', async () => {
  const { id, email } = await api.guard();
  const typed = 'Cafe\u0301-12345$';
  await sql`update guards set password_hash = ${await hash(typed, { memoryCost: 8, timeCost: 1, parallelism: 1 })} where id = ${id}`.execute(
    db(),
  );
  const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(email, typed)));
  expect(answers.map(({ code }) => code)).toEqual(Array(4).fill(200));
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

it('two accounts with addresses that look the same are listed for staff, and neither is changed', async () => {
  const [one, other] = [await api.guard(), await api.guard()];
  const odd = one.email.replace('@', `${zwsp}@`);
  await sql`update guards set email = ${odd} where id = ${other.id}`.execute(db());
  const { data } = await api.call(emailCollisions, {});
  expect(data).toEqual([
    {
      email: one.email,
      guards: [
        { id: one.id, stored: one.email, status: 1 },
        { id: other.id, stored: one.email.replace('@', '\\u{200b}@'), status: 1 },
      ],
    },
  ]);
  expect((await logIn(odd, one.password)).data.guard.id).toBe(one.id);
});

it('staff see an account with an invisible mark in its stored address when no other account looks the same', async () => {
  const { id, email } = await api.guard();
  await sql`update guards set email = ${`${zwsp}${email}`} where id = ${id}`.execute(db());
  const { data } = await api.call(emailCollisions, {});
  expect(data).toContainEqual({ email, guards: [{ id, stored: `\\u{200b}${email}`, status: 1 }] });
});
