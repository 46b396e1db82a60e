import type { Input } from '@portal/contracts/_kernel/endpoint';
import { login, register } from '@portal/contracts/auth/auth.endpoints';
import { agreements } from '@portal/contracts/onboarding/onboarding.agreements';
import { agree } from '@portal/contracts/onboarding/onboarding.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { seedPages } from '../seed/pages';
import { db, getPool } from '../src/platform/database/db';
import type { TestApi } from './test-api';

export type SignUpInput = Input<typeof register>;
export const flags = agreements.map(({ flag }) => flag);

/** Visitors who sign up, each with a different e-mail and mobile number. */
export async function createVisitors(api: TestApi) {
  let count = 0;
  await seedPages(getPool());

  const wanted = (over: Partial<SignUpInput> = {}): SignUpInput => {
    count += 1;
    return {
      firstName: 'Ada',
      middleName: 'May',
      lastName: 'Marsh',
      dob: '1990-05-17',
      mobileNumber: `647555${String(count).padStart(4, '0')}`,
      email: `sign.up.${count}@example.com`,
      password: 'Quiet-Harbour-7',
      isLicense: true,
      licenseNumber: '12345678',
      deviceToken: 'web',
      deviceId: 'web',
      deviceType: 3,
      ...over,
    };
  };

  /** Registers and stores the cookie, like a browser. */
  async function signUp(over: Partial<SignUpInput> = {}) {
    const given = wanted(over);
    const reply = await api.call(register, given);
    const set = reply.headers.get('set-cookie') ?? '';
    return { id: reply.data?.guard.id ?? '', given, reply, set, headers: { cookie: set.split(';')[0] ?? '' } };
  }
  type SignedUp = Awaited<ReturnType<typeof signUp>>;

  const agreeTo = ({ id, headers }: SignedUp, flag: (typeof flags)[number]) => api.call(agree, { id, [flag]: true }, { headers });

  return {
    wanted,
    signUp,
    agreeTo,
    /** A visitor who agreed to all three texts. */
    async atCode() {
      const one = await signUp();
      for (const flag of flags) await agreeTo(one, flag);
      return one;
    },
    logIn: ({ given: { email, password } }: SignedUp) =>
      api.call(login, { email, password, deviceToken: 'web', deviceId: 'web', deviceType: 3 }),
    mail: async (to: string) => (await api.call(readMailbox, { to })).data,
    column: async (id: string, name: string) =>
      (await sql<{ value: unknown }>`select ${sql.ref(name)} as value from guards where id = ${id}`.execute(db())).rows[0]?.value,
  };
}
export type Visitors = Awaited<ReturnType<typeof createVisitors>>;
export type SignedUpGuard = Awaited<ReturnType<Visitors['signUp']>>;
