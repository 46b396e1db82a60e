import { type Endpoint, fullPath } from '@portal/contracts/_kernel/endpoint';
import { type StaffRole, staffRoles } from '@portal/contracts/_kernel/staff';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { approveGuard, readBank, setLicence, suspendGuard } from '@portal/contracts/guards/guards.staff';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { unsubscribe } from '@portal/contracts/newsletter/newsletter.staff';
import { openSos } from '@portal/contracts/shifts/shifts.staff';
import { createKey, listKeys, readAudit, revokeKey } from '@portal/contracts/staff/staff.staff';
import { startApi, type TestApi } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { getPool } from '../../platform/database/db';
import { createDomains } from '..';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ clock: '2027-03-10T15:00:00.000Z' });
});
afterAll(() => api.stop());

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const keyOf = async (role: StaffRole, name = `Ada ${role}`, expires = '2027-06-30') =>
  (await api.call(createKey, { name, role, expires })).data;
const query = async (text: string, values: unknown[] = []) => (await getPool().query(text, values)).rows;
/** The whole audit, as text. */
const wholeAudit = async () =>
  JSON.stringify([
    await query('select * from staff_acts'),
    await query('select * from staff_changes'),
    await query('select * from staff_keys'),
  ]);
/** The audit rows of one person. */
const actsOf = async (by: string) => (await api.call(readAudit, { by })).data;

const named = (why: string, tables: string) => Object.fromEntries(tables.split(/\s+/).map((table) => [table, why]));

describe('a person’s own key', () => {
  it('is in the reply that creates it, and nowhere else', async () => {
    const made = await keyOf('support', 'Ada Roy');
    expect(made).toMatchObject({ name: 'Ada Roy', role: 'support', expiresAt: '2027-07-01T04:00:00.000Z', revokedAt: null, usedAt: null });
    expect(made.key).toMatch(/^gpstaff_[\w-]{43}$/);
    const listed = (await api.call(listKeys, {})).data;
    expect(listed.find(({ keyId }) => keyId === made.keyId)).toMatchObject({ name: 'Ada Roy', role: 'support' });
    expect(JSON.stringify(listed) + (await wholeAudit())).not.toContain(made.key);
    expect(await query('select key_hash = sha256($1::bytea) as hashed from staff_keys where id = $2', [made.key, made.keyId])).toEqual([
      { hashed: true },
    ]);
  });

  it.each([
    [{ expires: '2027-03-09' }, 'expires'],
    [{ expires: '2028-03-12' }, 'expires'],
    [{ expires: 'soon' }, 'expires'],
    [{ role: 'chief' }, 'role'],
    [{ name: ' ' }, 'name'],
  ])('is refused with %j, and the field is named', async (wrong, field) => {
    const reply = await api.call(createKey, { name: 'Ada', role: 'ops', expires: '2027-06-30', ...wrong } as never);
    expect([reply.code, Object.keys(reply.errors ?? {})]).toEqual([400, [field]]);
  });

  it('is valid to the end of its last day, and then 401', async () => {
    const { key } = await keyOf('dispatcher', 'Ben Day', '2027-03-10');
    const before = api.clock.now().toISOString();
    api.clock.set('2027-03-11T04:59:59.000Z');
    expect((await api.call(openSos, {}, bearer(key))).code).toBe(200);
    api.clock.set('2027-03-11T05:00:00.000Z');
    expect(await api.call(openSos, {}, bearer(key))).toMatchObject({
      code: 401,
      message: 'This staff key has expired. Ask for another one.',
    });
    api.clock.set(before);
  });

  it('is 401 as soon as it is revoked; a second revocation replies the same', async () => {
    const { key, keyId } = await keyOf('dispatcher');
    expect((await api.call(openSos, {}, bearer(key))).code).toBe(200);
    const { data } = await api.call(revokeKey, { keyId });
    expect(data).toMatchObject({ keyId, revokedAt: '2027-03-10T15:00:00.000Z' });
    expect(await api.call(openSos, {}, bearer(key))).toMatchObject({ code: 401, message: 'This staff key was revoked.' });
    expect((await api.call(revokeKey, { keyId })).data).toEqual(data);
    expect((await api.call(revokeKey, { keyId: '00000000-0000-4000-8000-000000000404' })).code).toBe(404);
  });

  it.each(['gpstaff_made-up', 'made-up', ''])('that is none is 401: %j', async (key) => {
    expect((await api.call(openSos, {}, bearer(key))).code).toBe(401);
  });

  it('may make 300 calls a minute, then gets 429 with Retry-After; another key is not affected', async () => {
    const [busy, other] = [await keyOf('dispatcher', 'Busy'), await keyOf('dispatcher', 'Other')];
    const codes = await Promise.all(Array.from({ length: 305 }, async () => (await api.call(openSos, {}, bearer(busy.key))).code));
    expect([codes.filter((code) => code === 200).length, codes.filter((code) => code === 429).length]).toEqual([300, 5]);
    const refused = await api.call(openSos, {}, bearer(busy.key));
    expect([refused.code, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await api.call(openSos, {}, bearer(other.key))).code).toBe(200);
  });

  it('is refused by guard endpoints', async () => {
    const { key } = await keyOf('ops');
    expect((await api.request('/v1/guard/auth/session', bearer(key))).status).toBe(401);
  });
});

describe('a role', () => {
  const staffCalls = createDomains(testEnv).filter(({ endpoint }) => endpoint.auth === 'staff');
  const ask = (endpoint: Endpoint, key: string) => {
    const path = fullPath(endpoint).replace(/:\w+/g, '00000000-0000-4000-8000-000000000404');
    const isRead = endpoint.method === 'GET';
    const isForm = endpoint.body === 'multipart';
    const init = { method: endpoint.method, ...(!isRead && { body: isForm ? new FormData() : '{}' }) };
    const headers = { ...bearer(key).headers, ...(!isRead && !isForm && { 'content-type': 'application/json' }) };
    return fetch(api.url + path, { ...init, headers });
  };

  it.each(staffRoles)('%s may make the calls of its role; any other replies 403 with the roles', async (role) => {
    const { key } = await keyOf(role);
    expect(staffCalls.length).toBeGreaterThan(40);
    for (const { endpoint } of staffCalls) {
      const { roles, id } = endpoint;
      const response = await ask(endpoint, key);
      if (Array.isArray(roles) && roles.includes(role)) {
        expect([id, [200, 400, 404, 409].includes(response.status)]).toEqual([id, true]);
        await response.arrayBuffer();
        continue;
      }
      const message = Array.isArray(roles)
        ? `This call is for ${roles.join(' and ')}; your key is for ${role}.`
        : 'This call is for tests: no role of the staff may make it.';
      expect([id, await response.json()]).toMatchObject([id, { code: 403, message }]);
    }
  });
});

describe('the audit', () => {
  it('names the staff member, the call and the guard, with the rows before and after it', async () => {
    const guard = await api.guard({ step: 'approval' } as never);
    const { key, keyId } = await keyOf('support', 'Cleo Support');
    expect((await api.call(approveGuard, { guard: guard.email }, bearer(key))).code).toBe(200);
    const [line] = await actsOf('cleo support');
    expect(line).toMatchObject({
      ...{ by: 'Cleo Support', keyId, role: 'support', act: 'guards.approve', at: '2027-03-10T15:00:00.000Z' },
      target: { guard: guard.id },
      changes: [
        { table: 'guards', row: guard.id, before: { status: 0 }, after: { status: 1 } },
        { table: 'notifications', before: null, after: { guard_id: guard.id } },
      ],
    });
    expect(await actsOf(keyId)).toEqual([line]);
  });

  it('has the rows that a call inserted, and the staff member who made a key, without the key', async () => {
    const { key, keyId } = await keyOf('dispatcher', 'Dan Dispatch');
    const { jobId, shiftIds } = (await api.call(postJob, { jobTitle: 'Gate watch', isTest: true } as never, bearer(key))).data;
    const [line] = await actsOf(keyId);
    expect(line?.changes.map(({ table, row, before }) => [table, row, before])).toEqual([
      ['jobs', jobId, null],
      ['shifts', shiftIds[0], null],
    ]);
    const made = (await actsOf('shared token')).find(({ changes }) => changes.some(({ row }) => row === keyId));
    expect(made).toMatchObject({
      act: 'staff.create-key',
      changes: [{ table: 'staff_keys', after: { name: 'Dan Dispatch', role: 'dispatcher' } }],
    });
  });

  it('has reads, too, and neither secrets nor the names of persons', async () => {
    const guard = await api.guard();
    const [finance, support] = [await keyOf('finance', 'Eve Finance'), await keyOf('support', 'Eve Support')];
    const bank = {
      accHolderName: 'Ada Roy',
      bankAccountNumber: '7654321',
      bankInstitution: '004',
      bankTransitNumber: '12345',
      wantTopay: 1,
    };
    const saved = await api.call(saveBank, { id: guard.id, ...bank } as never, { token: guard.token });
    expect(saved.code).toBe(200);
    expect((await api.call(readBank, { guard: guard.email }, bearer(finance.key))).data).toMatchObject({ bankAccountNumber: '7654321' });
    expect(await actsOf('Eve Finance')).toMatchObject([{ act: 'guards.read-bank', target: { guard: guard.id }, changes: [] }]);
    await api.call(setLicence, { guard: guard.id, licenseNumber: '98765432' }, bearer(support.key));
    await api.call(subscribe, { email: 'reader@example.com' });
    await api.call(unsubscribe, { email: 'Reader@example.com' }, bearer(support.key));
    const [off, licence] = await actsOf('Eve Support');
    expect(licence?.changes).toMatchObject([{ before: { license_number: '…678' }, after: { license_number: '…432' } }]);
    expect(off).toMatchObject({
      target: { email: expect.stringMatching(/^[0-9a-f]{16}$/) },
      changes: [{ table: 'newsletter_subscriptions' }],
    });
    const whole = await wholeAudit();
    for (const secret of ['7654321', '98765432', 'reader@example.com', guard.email, guard.password, finance.key])
      expect(whole).not.toContain(secret);
  });

  it.each(['a\ud800b', '\udc00', 'a\u0000b'])('keeps no text that is no name: %j', async (guard) => {
    expect([400, 404]).toContain((await api.call(approveGuard, { guard })).code);
  });

  it('has no line of a refused call, and none of calls for tests', async () => {
    const { key, keyId } = await keyOf('support', 'Fay Refused');
    expect((await api.call(approveGuard, { guard: 'nobody@example.com' }, bearer(key))).code).toBe(404);
    expect((await api.call(readBank, { guard: 'x' }, bearer(key))).code).toBe(403);
    expect(await actsOf(keyId)).toEqual([]);
    expect((await actsOf('shared token')).filter(({ act }) => act === 'guards.make')).toEqual([]);
  });

  it('is in the transaction of the call: without its audit row a call is not done', async () => {
    const guard = await api.guard();
    await query("alter table staff_acts add constraint full_up check (act <> 'guards.suspend')");
    expect((await api.call(suspendGuard, { guard: guard.id })).code).toBe(500);
    expect(await query('select status from guards where id = $1', [guard.id])).toEqual([{ status: 1 }]);
    await query('alter table staff_acts drop constraint full_up');
    expect((await api.call(suspendGuard, { guard: guard.id })).code).toBe(200);
  });

  it('can be read by day, too', async () => {
    const { key, keyId } = await keyOf('dispatcher', 'Gus Days');
    await api.call(openSos, {}, bearer(key));
    const acts = async (since: string) => (await api.call(readAudit, { by: keyId, since })).data.length;
    expect([await acts('2027-03-10'), await acts('2027-03-11')]).toEqual([1, 0]);
  });

  it.each([
    'update staff_acts set name = name',
    'delete from staff_acts',
    'truncate staff_acts cascade',
    'update staff_changes set after = null',
    'delete from staff_changes where false',
    'truncate staff_changes',
  ])('is append-only in the database: %s', async (statement) => {
    await expect(query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('covers every table that staff may change, or this test gives the reason why not', async () => {
    const unkept = await query(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'staff_changes') order by 1`);
    const because: Record<string, string> = {
      ...named('the audit itself', 'staff_acts staff_changes'),
      ...named(
        'bookkeeping',
        'schema_migrations seedings rate_limits idempotency_keys sessions socket_io_attachments key_checks api_signs',
      ),
      ...named(
        'messages to guards: the calls that cause them are in the audit',
        'outgoing_messages inbound_messages push_messages job_announcements expiry_reminders sos_links sos_notices',
      ),
      ...named(
        'lists that migrations and seeds write',
        'specialities customers break_reasons end_job_reasons cancellation_reasons injury_types agreement_texts',
      ),
      ...named(
        'written by guards and visitors alone',
        `identity_documents guard_specialities employment_details media registrations agreements otp_codes used_identity_proofs
        password_resets calendar_feeds e_notes order_acknowledgements cover_declines handover_notes handover_reads tickets injuries guard_documents contact_changes confirmation_codes device_keys passkey_challenges
        exports enquiries career_applications`,
      ),
      ...named('follow from an award, which is in the audit', 'chat_rooms chat_participants'),
    };
    expect(unkept.map(({ name }) => name).filter((name) => !(name in because))).toEqual([]);
  });
});
