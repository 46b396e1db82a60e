import { randomUUID } from 'node:crypto';
import { systemClock } from '@portal/contracts/_kernel/clock';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { inboundSmsPath } from '@portal/contracts/welfare/welfare.inbound';
import { setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import fc from 'fast-check';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { signedSms } from '../../../test/inbound-sms';
import { createWorkerAt, type ShiftCalls } from '../../../test/shifts';
import { testApi } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { followWelfareChecks } from '../../jobs/follow-welfare-checks.job';
import { db } from '../../platform/database/db';
import { serveInboundSms } from './inbound-sms';

const MOBILE = '4165550188';
const ASKED = '2027-03-10T17:30:00.000Z';

const api = testApi();
let me: ShiftCalls;
let code: string;

beforeEach(async () => {
  await sql`update guards set mobile_number = '4165550100' where mobile_number = ${MOBILE}`.execute(db());
  const led = await createWorkerAt(api, '2027-03-10T12:00:00.000Z');
  api.clock.set('2027-03-10T17:00:00.000Z');
  me = led.me;
  await sql`update guards set mobile_number = ${MOBILE} where id = ${led.guard.id}`.execute(db());
  await sql`delete from outgoing_messages`.execute(db());
  await sql`delete from welfare_checks`.execute(db());
  await sql`delete from rate_limits`.execute(db());
  await api.call(setWelfareCheck, { jobId: led.given.jobId, everyMinutes: 30 } as never);
  await me.start();
  api.clock.set(ASKED);
  await followWelfareChecks();
  code = /Reply (\d{4})/.exec((await texts())[0] ?? '')?.[1] ?? '';
});

const texts = async () => (await api.call(readMailbox, { to: MOBILE })).data.map(({ body }) => body);
const state = async () => (await me.shown()).shift?.welfare?.state;

interface Sent {
  id?: string;
  sentAt?: Date;
  secret?: string;
  from?: string;
  body?: string;
  signedBody?: string;
}

/** Sends a text message as the provider does. */
function send(text: string, { secret = testEnv.smsInbound ?? '', from = `+1${MOBILE}`, body, ...signed }: Sent = {}) {
  const { path, ...sent } = signedSms(secret, body ?? JSON.stringify({ from, text }), signed);
  return api.request(path, sent);
}

const ago = (seconds: number) => new Date(systemClock.now().getTime() - seconds * 1000);

it('[WELFARE-08] a reply with the code answers the check, and the guard gets a confirmation', async () => {
  expect(await send(` ${code}. ok`)).toMatchObject({ status: 200 });
  expect(await state()).toBe('waiting');
  expect(await texts()).toContain('Thank you. We noted at 12:30 p.m. that you are OK.');
});

it('[WELFARE-08] a replay is refused, also for another ask', async () => {
  const id = randomUUID();
  expect((await send(code, { id })).status).toBe(200);
  expect((await send(code, { id })).status).toBe(409);
  expect(await texts()).toHaveLength(2);
});

it('[WELFARE-08] two deliveries of one message at the same moment answer once', async () => {
  const id = randomUUID();
  const replies = await Promise.all([send(code, { id }), send(code, { id })]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await texts()).toHaveLength(2);
});

it('answers any signed message with 200 or 400, and changes no check without its code', async () => {
  const strange = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('\u0000', '\ud800', ` ${MOBILE}`, '9'.repeat(2_000)),
  );
  const bodies = fc.oneof(
    fc.json(),
    strange,
    fc.record({ from: strange, text: strange }).map((value) => JSON.stringify(value)),
  );
  const isRefusedOrKept = async (body: string) => {
    const { status } = await send('', { body });
    expect([200, 400]).toContain(status);
  };
  await fc.assert(fc.asyncProperty(bodies, isRefusedOrKept), { seed: 8, numRuns: 150 });
  expect(await state()).toBe('asked');
});

it.each<[string, Sent]>([
  ['with another secret', { secret: 'whsec_b3RoZXItc2VjcmV0LW9mLXRoZS10ZXN0LTEyMzQ1Ng==' }],
  ['whose body was changed', { signedBody: '{"from":"+14165550188","text":"0000"}' }],
  ['that is older than five minutes', { sentAt: ago(301) }],
  ['from the future', { sentAt: ago(-900) }],
])('[WELFARE-08] refuses a message %s', async (_which, sent) => {
  expect(await send(code, sent)).toMatchObject({ status: 401, body: { message: 'The signature is not valid.' } });
  expect(await state()).toBe('asked');
});

it('refuses a message without a signature', async () => {
  const reply = await api.request(inboundSmsPath, { method: 'POST', body: JSON.stringify({ from: MOBILE, text: code }) });
  expect(reply.status).toBe(401);
});

it.each<[string, () => string, Sent]>([
  ['an unknown code', () => (code === '0000' ? '1111' : '0000'), {}],
  ['no code', () => 'ok', {}],
  ['a longer number', () => `1${code}`, {}],
  ['the code of another mobile number', () => code, { from: '+14165550199' }],
])('accepts a message with %s without an effect and without an answer', async (_which, text, sent) => {
  expect(await send(text(), sent)).toMatchObject({ status: 200, body: { message: 'Received', data: null } });
  expect([await state(), await texts()]).toMatchObject(['asked', [expect.any(String)]]);
});

it('a code that was used has no effect', async () => {
  await send(code);
  await send(code);
  expect(await texts()).toHaveLength(2);
});

it.each([
  ['nothing', ''],
  ['no JSON', 'x'],
  ['null', 'null'],
  ['no number', '{"text":"1"}'],
  ['another type', '{"from":1,"text":"1"}'],
])('refuses a signed body with %s, and counts no wrong signature', async (_which, body) => {
  expect(await send('', { body })).toMatchObject({ status: 400, body: { message: 'from and text are needed.' } });
  const { rows } = await sql`select from rate_limits where bucket like 'sms.unsigned%'`.execute(db());
  expect(rows).toEqual([]);
});

it('limits messages with a wrong signature', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 61; count++) statuses.push((await send(code, { sentAt: ago(900) })).status);
  expect(statuses.slice(59)).toEqual([401, 429]);
  expect((await send(code)).status).toBe(200);
});

it('has no address without a secret', async () => {
  const off = Fastify();
  serveInboundSms(off, { smsInbound: null, hostSecret: undefined });
  expect((await off.inject({ method: 'POST', url: inboundSmsPath, payload: {} })).statusCode).toBe(404);
});
