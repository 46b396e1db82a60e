import type { Input } from '@portal/contracts/_kernel/endpoint';
import { confirmationState, confirmSession, sendConfirmationCode } from '@portal/contracts/auth/auth.confirmation';
import { socialTypes } from '@portal/contracts/auth/auth.rules';
import { sql } from 'kysely';
import { openSession } from '../../../test/sessions';
import { createVisitors, type Visitors } from '../../../test/sign-ups';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const START = '2027-03-10T15:00:00.000Z';
const api = testApi({ env: { identity: { projectId: 'none', keySetUrl: 'http://127.0.0.1:9/keys', providers: ['google'] } } });
let people: Visitors;
let guard: TestGuard;

const as = (token = guard.token) => ({ token });
const later = (minutes = 11) => api.clock.advance({ minutes });
const state = async () => (await api.call(confirmationState, {}, as())).data;
const confirm = (proof: Input<typeof confirmSession>, token = guard.token) => api.call(confirmSession, proof, { token });
const sendCode = () => api.call(sendConfirmationCode, {}, as());
const lastCode = async () => (await people.mail(guard.email))[0]?.body.match(/^\d{6}/)?.[0] ?? '';
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

beforeAll(async () => {
  people = await createVisitors(api);
});
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db());
  api.clock.set(START);
  guard = await api.guard();
});

describe('a code by e-mail', () => {
  beforeEach(async () => {
    await sql`update guards set has_password = false, social_gmail_id = ${guard.id} where id = ${guard.id}`.execute(db());
    later();
  });

  it('is a method of a guard without a password, and shows the address masked', async () => {
    expect(await state()).toMatchObject({
      methods: [{ by: 'provider', socialType: socialTypes.google }, { by: 'code' }],
      email: expect.stringMatching(/^.•••@/),
    });
  });

  it('is not sent to a guard with a password', async () => {
    await sql`update guards set has_password = true where id = ${guard.id}`.execute(db());
    expect((await sendCode()).status).toBe(409);
  });

  it('confirms once, also with a space in it', async () => {
    const sent = await sendCode();
    expect(sent).toMatchObject({ status: 200, data: { triesLeft: 5, expiresAt: '2027-03-10T15:21:00.000Z' } });
    expect((await state()).code).toEqual(sent.data);
    const code = await lastCode();
    expect((await confirm({ by: 'code', code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
    expect((await confirm({ by: 'code', code })).status).toBe(410);
    expect((await state()).confirmedUntil).not.toBeNull();
  });

  it('is used up by five wrong tries, also parallel ones', async () => {
    await sendCode();
    const code = await lastCode();
    const tries = await Promise.all(Array.from({ length: 8 }, () => confirm({ by: 'code', code: wrong(code) })));
    expect(tries.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 410, 410, 410]);
    expect((await confirm({ by: 'code', code })).status).toBe(410);
  });

  it('expires after ten minutes', async () => {
    await sendCode();
    const code = await lastCode();
    later(10);
    expect((await confirm({ by: 'code', code })).status).toBe(410);
    expect((await state()).code).toBeNull();
  });

  it('belongs to its session: no other session is confirmed by it', async () => {
    const other = await openSession(guard.id);
    await sendCode();
    expect((await confirm({ by: 'code', code: await lastCode() }, other)).status).toBe(410);
  });

  it('is replaced by the next code, which can be sent after 30 seconds', async () => {
    await sendCode();
    const first = await lastCode();
    expect((await sendCode()).status).toBe(429);
    api.clock.advance({ seconds: 31 });
    expect((await sendCode()).status).toBe(200);
    const second = await lastCode();
    expect((await confirm({ by: 'code', code: second })).status).toBe(200);
    expect([first === second, (await confirm({ by: 'code', code: first })).status]).toEqual([false, 410]);
  });

  it('is sent once for two concurrent requests', async () => {
    const replies = await Promise.all([sendCode(), sendCode(), sendCode()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  });

  it('is stored as a hash', async () => {
    await sendCode();
    const { rows } = await sql<{ hash: string }>`select code_hash as hash from confirmation_codes where guard_id = ${guard.id}`.execute(
      db(),
    );
    expect(rows[0]?.hash).not.toContain(await lastCode());
  });
});
