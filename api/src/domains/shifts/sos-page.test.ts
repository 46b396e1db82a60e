import { site } from '@portal/contracts/_kernel/site';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sosPage, sosState } from '@portal/contracts/shifts/shifts.sos';
import { readAudit } from '@portal/contracts/staff/staff.staff';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { withChangedSignature } from '../../../test/forged-tokens';
import { setKeyring } from '../../../test/services';
import { createWorkerAt, type ShiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { escalateSos } from '../../jobs/escalate-sos.job';
import { db, waitForBackground } from '../../platform/database/db';
import { signingKey } from '../../platform/identity/keyring';

const NOW = '2027-03-10T18:00:00.000Z';
const SECOND = 'second@portal.example.com';

const api = testApi();
let guard: TestGuard;
let me: ShiftCalls;
let sosId: string;

beforeEach(async () => {
  const given = await createWorkerAt(api, '2027-03-10T12:00:00.000Z');
  ({ guard, me } = given);
  await sql`update guards set first_name = 'Ada', last_name = '<b>Watch</b>', mobile_number = '4165550123' where id = ${guard.id}`.execute(
    db(),
  );
  await sql`update jobs set place = 'Harbour Terminal 7' where id = ${given.given.jobId}`.execute(db());
  api.clock.set(NOW);
  await sql`delete from outgoing_messages`.execute(db());
  await sql`delete from sos_alerts`.execute(db());
  sosId = (await me.sos({ lat: 43.651, long: -79.383, accuracy: 12 })).data?.sosId ?? '';
});

/** The path of the link in the newest message to a contact. */
async function linkOf(to: string = site.supportEmail): Promise<string> {
  const [mail] = (await api.call(readMailbox, { to })).data;
  const [, path = ''] = /https:\/\/portal\.example\.com(\/v1\/sos\/links\/[\w.-]+)$/.exec(mail?.body ?? '') ?? [];
  return path;
}
async function open(path: string, init: RequestInit = {}) {
  const response = await fetch(api.url + path, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const press = (path: string) => open(path, { method: 'POST', body: new URLSearchParams() });
const state = async () => (await api.call(sosState, { sosId }, { token: guard.token })).data;
const DETAILS = ['4165550123', 'Harbour Terminal 7', '43.651', 'Watch'];
const detailsIn = (text: string) => DETAILS.filter((one) => text.includes(one));

describe('the link in a message to dispatch', () => {
  it('shows guard, place, map and phone without scripts, and is not cached', async () => {
    const { status, headers, text } = await open(await linkOf());
    expect(status).toBe(200);
    expect(text).toContain('Ada &lt;b&gt;Watch&lt;/b&gt;');
    expect(text).toContain('Gate watch');
    expect(text).toContain('Harbour Terminal 7');
    expect(text).toContain('href="https://www.openstreetmap.org/?mlat=43.651&amp;mlon=-79.383#map=16/43.651/-79.383"');
    expect(text).toContain('<a class="button" href="tel:+14165550123">Call (416) 555-0123</a>');
    expect(text).toContain('Wed, Mar 10, 2027, 1:00 p.m.');
    expect(text).toContain('<form method="post"><button>Acknowledge as Day desk</button></form>');
    expect(text).not.toContain('<script');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
    });
  });

  it('[TRUTH-03] states how exact the time of the press is', async () => {
    await sql`update sos_alerts set raised_within_ms = 290000`.execute(db());
    expect((await open(await linkOf())).text).toContain('<dd>Wed, Mar 10, 2027, 1:00 p.m., within 5 minutes</dd>');
  });

  it('acknowledges by the button alone: a preview that opens the link does not', async () => {
    const path = await linkOf();
    for (const method of ['GET', 'HEAD', 'GET']) expect((await open(path, { method })).status).toBe(200);
    expect(await state()).toMatchObject({ state: 'sent', acknowledgedAt: null });
  });

  it('acknowledges once, shows the name of the dispatcher on the open page of the guard, and shows the details a last time', async () => {
    const path = await linkOf();
    const socket = io(api.url, { transports: ['websocket'], auth: { token: guard.token }, reconnection: false, forceNew: true });
    await new Promise((resolve) => socket.on('connect', () => resolve(null)));
    const heard = new Promise((resolve) => socket.once('changed', resolve));
    api.clock.advance({ minutes: 1 });
    const { status, text } = await press(path);
    expect(await heard).toEqual({ domain: 'shifts' });
    socket.close();
    expect(status).toBe(200);
    expect(text).toContain('Acknowledged by Day desk: Wed, Mar 10, 2027, 1:01 p.m.<');
    expect(detailsIn(text)).toEqual(DETAILS);
    expect(text).not.toContain('<form');
    expect(await state()).toMatchObject({ state: 'acknowledged', acknowledgedAt: '2027-03-10T18:01:00.000Z', acknowledgedBy: 'Day desk' });
    expect((await me.record()).sos).toMatchObject([{ acknowledgedBy: 'Day desk' }]);
    api.clock.advance({ minutes: 1 });
    for (const again of [await open(path), await press(path)]) {
      expect(again.status).toBe(200);
      expect(again.text).toContain('Acknowledged by Day desk: Wed, Mar 10, 2027, 1:01 p.m.<');
      expect([detailsIn(again.text), again.text.includes('<form')]).toEqual([[], false]);
    }
    expect((await state()).acknowledgedAt).toBe('2027-03-10T18:01:00.000Z');
  });

  it('acknowledges once when it is pressed many times at the same moment, and the audit has one line', async () => {
    const path = await linkOf();
    const pages = await Promise.all(Array.from({ length: 6 }, () => press(path)));
    expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(pages.filter(({ text }) => detailsIn(text).length > 0)).toHaveLength(1);
    const ofThis = (await api.call(readAudit, { by: 'Day desk' })).data.filter(
      ({ target }) => (target as { sosId?: string }).sosId === sosId,
    );
    expect(ofThis).toMatchObject([
      { by: 'Day desk', keyId: null, role: null, act: 'shifts.sos-acknowledge', target: { sosId, linkId: expect.any(String) } },
    ]);
  });

  it('of another dispatcher shows who was first, and acknowledges no second time', async () => {
    api.clock.advance({ minutes: 3 });
    await escalateSos();
    await waitForBackground();
    const [first, second] = [await linkOf(), await linkOf(SECOND)];
    expect(second).not.toBe(first);
    await press(second);
    expect(await state()).toMatchObject({ acknowledgedBy: 'Night desk' });
    const { text } = await open(first);
    expect(text).toContain('Acknowledged by Night desk: ');
    expect([detailsIn(text), text.includes('<form')]).toEqual([DETAILS, false]);
    await press(first);
    expect(await state()).toMatchObject({ acknowledgedBy: 'Night desk' });
    expect(detailsIn((await open(first)).text)).toEqual([]);
  });

  it('acknowledges an SOS that the guard has turned off, and then no link shows details of the guard', async () => {
    api.clock.advance({ minutes: 3 });
    await escalateSos();
    await waitForBackground();
    const [first, second] = [await linkOf(), await linkOf(SECOND)];
    await me.sos({ active: false });
    const { text } = await open(first);
    expect(text).toContain('The guard turned it off: Wed, Mar 10, 2027, 1:03 p.m.<');
    expect(text).toContain('Acknowledge as Day desk');
    await press(first);
    expect(await state()).toMatchObject({ isActive: false, acknowledgedBy: 'Day desk' });
    expect(detailsIn((await open(second)).text)).toEqual([]);
  });

  it('expires after a day, and acknowledges nothing then', async () => {
    const path = await linkOf();
    api.clock.advance({ hours: 23, minutes: 59 });
    expect((await open(path)).status).toBe(200);
    api.clock.advance({ minutes: 1 });
    for (const expired of [await open(path), await press(path)]) {
      expect(expired).toMatchObject({ status: 410, text: expect.stringContaining('This link has expired') });
      expect(detailsIn(expired.text)).toEqual([]);
    }
    expect(await state()).toMatchObject({ acknowledgedAt: null });
  });

  it.each([['made-up'], ['%00'], ['a'.repeat(499)], ['..%2F..%2Fstaff'], ["'; drop table sos_links; --"]])(
    'with an unknown token (%s) shows and acknowledges nothing',
    async (token) => {
      for (const method of ['GET', 'POST'])
        expect(await open(sosPage(encodeURIComponent(decodeURIComponent(token))), { method })).toMatchObject({
          status: 404,
          text: expect.stringContaining('There is no such link'),
        });
    },
  );

  it('is refused after sixty unknown links from one address; a valid one still opens', async () => {
    const path = await linkOf();
    await sql`delete from rate_limits`.execute(db());
    for (let tries = 0; tries < 60; tries++) expect((await open(sosPage(`try-${tries}`))).status).toBe(404);
    expect(await open(sosPage('one-more'))).toMatchObject({ status: 429, headers: expect.anything() });
    expect((await open(path)).status).toBe(200);
    await sql`delete from rate_limits`.execute(db());
  });

  it.each([
    ['JSON', 'application/json', '{"a":'],
    ['a form', 'application/x-www-form-urlencoded', 'name=Eve'],
    ['anything', 'made/up', 'bytes'],
  ])('ignores a body: %s', async (_what, type, body) => {
    expect((await open(await linkOf(), { method: 'POST', headers: { 'content-type': type }, body })).status).toBe(200);
    expect(await state()).toMatchObject({ acknowledgedBy: 'Day desk' });
  });

  it('refuses a large body with a page, and does not acknowledge', async () => {
    const refused = await open(await linkOf(), { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(2_000) });
    expect(refused).toMatchObject({ status: 413, text: expect.stringContaining('The page could not be loaded') });
    expect(await state()).toMatchObject({ acknowledgedAt: null });
  });

  it('is a signed token that names its row and its end, is not stored, and its message is erased once it was sent', async () => {
    const token = (await linkOf()).split('/').at(-1) ?? '';
    const { rows } = await sql<{
      id: string;
      row: string;
    }>`select id, to_jsonb(l)::text as row from sos_links l where sos_id = ${sosId}`.execute(db());
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', kid: 'test' });
    expect(decodeJwt(token)).toEqual({ aud: 'sos-link', exp: Date.parse(NOW) / 1_000 + 86_400, jti: rows[0]?.id });
    expect(rows[0]?.row).not.toContain(token);
    const { rows: messages } = await sql`select is_secret as "isSecret" from outgoing_messages where body like ${`%${token}`}`.execute(
      db(),
    );
    expect(messages).toEqual([{ isSecret: true }]);
  });

  it('ends when its key leaves PORTAL_SECRET_KEYS', async () => {
    const path = await linkOf();
    setKeyring([{ id: 'young', bytes: Buffer.alloc(32, 9) }]);
    try {
      expect((await press(path)).status).toBe(404);
    } finally {
      setKeyring(testEnv.secretKeys);
    }
    expect(await state()).toMatchObject({ acknowledgedAt: null });
  });

  it('is refused with another signature, algorithm, key, audience or end', async () => {
    const token = (await linkOf()).split('/').at(-1) ?? '';
    const { jti = '', exp = 0 } = decodeJwt(token);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = (audience: string, kid: string, key: Uint8Array, end: number | null = exp) => {
      const jwt = new SignJWT({ jti, aud: audience, ...(end !== null && { exp: end }) });
      return jwt.setProtectedHeader({ alg: 'HS256', kid }).sign(key);
    };
    const key = signingKey('sos-link', 'test') ?? new Uint8Array();
    const forged = [
      withChangedSignature(token),
      `${head}.${part({ aud: 'sos-link', exp: exp + 60, jti })}.${signature}`,
      `${part({ alg: 'none' })}.${claims}.`,
      await signed('sos-link', 'test', Buffer.alloc(32, 8)),
      await signed('sos-link', 'unknown', Buffer.alloc(32, 7)),
      await signed('another', 'test', key),
      await signed('sos-link', 'test', key, null),
    ];
    for (const one of forged) expect((await press(sosPage(one))).status).toBe(404);
    expect(await state()).toMatchObject({ acknowledgedAt: null });
    expect((await press(sosPage(await signed('sos-link', 'test', key)))).status).toBe(200);
  });
});
