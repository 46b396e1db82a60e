import type { CallShapes } from '@portal/contracts/_kernel/calls';
import { copy } from '@portal/contracts/_kernel/copy';
import { type Endpoint, isGuardCall, isSocketCall } from '@portal/contracts/_kernel/endpoint';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { secret } from '@portal/contracts/_kernel/shapes';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { versions } from '@portal/contracts/versions';
import { sql } from 'kysely';
import { array, object, type SchemaDescription, type SchemaObjectDescription, string } from 'yup';
import { closeDatabase, openDatabase } from '../test/services';
import { basicHeader, type TestGuard, testApi } from '../test/test-api';
import { STAFF_TOKEN, testEnv } from '../test/test-env';
import { createDomains } from './domains';
import { db, getPool } from './platform/database/db';
import { fail } from './platform/http/errors';
import { bind, bindWithPrepare } from './platform/http/routes';

const api = testApi();
let guard: TestGuard;

beforeAll(async () => {
  guard = await api.guard();
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  api.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json', authorization: basicHeader, ...headers } });

const nothingHere = 'There is nothing here.';
const guardless = '00000000-0000-4000-8000-000000000404';
const bearerOf = ({ token }: TestGuard) => ({ authorization: `Bearer ${token}` });

/** Names of all keys that a shape may reply with. */
function keysOf(schema: SchemaDescription): string[] {
  const { fields = {}, innerType } = schema as SchemaObjectDescription & { innerType?: SchemaDescription };
  const inside = Object.entries(fields).flatMap(([key, field]) => [key, ...keysOf(field as SchemaDescription)]);
  return [...inside, ...(innerType ? keysOf(innerType) : [])];
}

it('no reply with a secret is stored for a repeated key', () => {
  const kept = createDomains(testEnv).filter(
    ({ kind, endpoint }) => kind === 'reply' && isGuardCall(endpoint) && endpoint.method !== 'GET' && !endpoint.knowsRepeats,
  );
  const secret = kept.filter(({ endpoint }) =>
    keysOf(endpoint.output.describe()).some((key) => /token|secret|password|otp|^url$/i.test(key)),
  );
  for (const { endpoint } of createDomains(testEnv).filter(({ endpoint }) => isGuardCall(endpoint) && endpoint.method !== 'GET'))
    expect(() => bind(endpoint, async () => null)).not.toThrow();
  // The link of an export is signed, valid for a day, and for the guard's session only; a repeated call returns the same link.
  expect(secret.map(({ endpoint }) => endpoint.id)).toEqual(['privacy.export']);
});

it.each([
  ['in a field', object({ url: secret().required() }), {}, true],
  ['in rows', array(object({ token: secret() })), {}, true],
  ['that is not stored', object({ url: secret() }), { knowsRepeats: true }, false],
  ['of a GET call', object({ url: secret() }), { method: 'GET' }, false],
  ['of no kind', object({ url: string() }), {}, false],
])('bind throws for a guard’s reply with a secret %s: %s', (_where, output, over, isRefused) => {
  const call = { id: 'made.up', method: 'POST', path: '/made-up', auth: 'bearer', input: object({}), output, ...over } as Endpoint;
  for (const binding of [
    () => bind(call, async () => null),
    () =>
      bindWithPrepare(
        call,
        async () => null,
        async () => null,
      ),
  ])
    if (isRefused) expect(binding).toThrow('made.up replies with a secret');
    else expect(binding).not.toThrow();
});

describe('every reply', () => {
  it('[API-GEN-03] has code 200 on success', async () => {
    const { status, body } = await post('/v1/news-letter/public/add', '{"email":"reader@example.com"}');
    expect(status).toBe(200);
    expect(body).toEqual({ code: 200, message: subscribe.ok, data: null });
  });

  const ofGuards = createDomains(testEnv)
    .filter(({ endpoint }) => endpoint.auth !== 'staff' && !isSocketCall(endpoint))
    .map(({ kind, endpoint }) => ({ kind, id: endpoint.id, method: endpoint.method, path: endpoint.path.replace(/:\w+/g, guardless) }));

  it('[API-GEN-01/1] comes from /v1 for every endpoint, and from no other path', async () => {
    expect(ofGuards.length).toBeGreaterThan(100);
    const isThere = async (path: string, method: string) => (await api.request(path, { method })).body.message !== nothingHere;
    const elsewhere: string[] = [];
    for (const { id, method, path } of ofGuards)
      if (!(await isThere(`/v1${path}`, method)) || (await isThere(path, method)) || (await isThere(`/staff/v1${path}`, method)))
        elsewhere.push(id);
    expect(elsewhere).toEqual([]);
  });

  it('[API-GEN-02, API-GEN-03, API-GEN-13/1] is an envelope of code, message and data for every endpoint, without other keys on success', async () => {
    const asked = await api.guard();
    const codes = new Map<number, number>();
    for (const { method, path } of ofGuards.filter(({ kind, id }) => kind === 'reply' && id !== 'auth.logout')) {
      const { status, body } = await api.request(`/v1${path.replace(guardless, asked.id)}`, { method, headers: bearerOf(asked) });
      expect(body).toMatchObject({ code: status, message: expect.any(String) });
      const keys = Object.keys(body).filter((key) => status === 200 || !['userMessage', 'errors', 'reference'].includes(key));
      expect(keys.sort()).toEqual(['code', 'data', 'message']);
      codes.set(status, (codes.get(status) ?? 0) + 1);
    }
    expect(codes.get(200)).toBeGreaterThan(20);
  });

  it.each([
    ['an unknown path', () => api.request('/v1/nothing/here'), 404],
    ['an unknown method', () => api.request('/v1/guard/auth/login', { method: 'PUT' }), 404],
    ['an invalid encoding in the path', () => api.request('/v1/%E0%A4%A'), 404],
    ['malformed JSON', () => post('/v1/news-letter/public/add', '{"email":'), 400],
    ['an array as the body', () => post('/v1/news-letter/public/add', '["a@b.ca"]'), 400],
    ['__proto__ in the body', () => post('/v1/news-letter/public/add', '{"__proto__":{"a":1},"email":"a@b.ca"}'), 400],
    ['a NUL character', () => post('/v1/news-letter/public/add', '{"email":"a\\u0000@b.ca"}'), 400],
    ['an unsupported content type', () => post('/v1/news-letter/public/add', 'email=a@b.ca', { 'content-type': 'text/csv' }), 415],
    ['too large a body', () => post('/v1/news-letter/public/add', `{"email":"${'a'.repeat(300_000)}"}`), 413],
    ['no credential', () => post('/v1/news-letter/public/add', '{}', { authorization: '' }), 401],
    ['an empty body', () => post('/v1/news-letter/public/add', ''), 400],
  ])(
    '[API-GEN-08, API-GEN-13/1] is an envelope with the HTTP status as its code, and a userMessage on failure: %s',
    async (_what, act, code) => {
      const { status, headers, body } = await act();
      expect(status).toBe(code);
      expect(body).toMatchObject({ code, message: expect.stringMatching(/\w/), data: null, userMessage: expect.stringMatching(/\w/) });
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it('[API-GEN-13/3] has a userMessage on failure', async () => {
    expect((await post('/v1/news-letter/public/add', '{"email":"nonsense"}')).body).toEqual({
      code: 400,
      message: expect.stringMatching(/\w/),
      data: null,
      userMessage: serverCopy.checkFields,
      errors: { email: copy.emailInvalid },
    });
  });

  it('[API-GEN-05, API-GEN-06] has the items of a list in data.docs and their number in data.total', async () => {
    const told = await api.guard();
    const list = async () => (await api.call(listNotifications, {}, told)).data;
    expect(await list()).toEqual({ docs: [], total: 0 });
    for (let number = 1; number <= 12; number++) {
      api.clock.advance({ minutes: 1 });
      await api.call(notify, { guard: told.id, title: `Alert ${number}` });
    }
    const { docs, total } = await list();
    expect(docs.map(({ title }) => title)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `Alert ${number}`));
    expect(total).toBe(12);
  });

  it('reports an invalid filter', async () => {
    const reply = await api.call(searchJobs, { page: 'first' } as never, { token: guard.token });
    expect(reply).toMatchObject({ code: 400, errors: { page: 'Must be a number' } });
  });
});

describe('an unexpected error', () => {
  afterEach(async () => {
    await sql`alter table if exists notifications_away rename to notifications`.execute(db());
  });

  it('[API-GEN-08] is 500 with a reference and no internals', async () => {
    await sql`alter table notifications rename to notifications_away`.execute(db());
    const reply = await api.call(listNotifications, {}, { token: guard.token });
    expect(reply).toMatchObject({ status: 500, code: 500, data: null, message: copy.somethingWrong, userMessage: copy.somethingWrong });
    expect(reply.reference).toMatch(/^[0-9a-f]{12}$/);
    expect(JSON.stringify(reply)).not.toMatch(/relation|notifications|select/);
  });
});

describe('a database that does not answer', () => {
  it('is 503 with Retry-After, and the API serves again when it is back', async () => {
    const { options } = getPool() as unknown as { options: Parameters<typeof openDatabase>[0] };
    const connection = { host: options.host, user: options.user, database: options.database, connectionString: options.connectionString };
    await closeDatabase();
    openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nowhere' });
    const reply = await api.call(listNotifications, {}, { token: guard.token });
    await closeDatabase();
    openDatabase(JSON.parse(JSON.stringify(connection)));
    expect(reply).toMatchObject({ status: 503, code: 503, userMessage: copy.somethingWrong });
    expect(reply.headers.get('retry-after')).toBe('5');
    expect((await api.call(listNotifications, {}, { token: guard.token })).code).toBe(200);
  });
});

describe('the endpoints for operators', () => {
  it('is answered at /healthz and /readyz', async () => {
    expect((await api.request('/healthz')).status).toBe(200);
    expect((await api.request('/readyz')).status).toBe(200);
  });

  it('serves the contract versions, and the shapes of their calls', async () => {
    const { body } = await api.request('/v1/contracts');
    expect(body.data).toEqual(Object.fromEntries(Object.entries(versions).map(([domain, major]) => [domain, [major]])));
    const calls = (await api.request('/v1/contracts/calls')).body.data as CallShapes;
    expect(calls['leave.apply']).toMatchObject({ method: 'POST', path: '/apply-leave', auth: 'approved', input: { type: 'object' } });
    expect(Object.values(calls).filter(({ auth }) => auth === 'staff')).toEqual([]);
  });

  it('documents every call from its contract', async () => {
    const response = await fetch(`${api.url}/v1/docs/json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId: string; parameters: unknown[] }>> };
    expect(paths['/v1/guard/profile/{id}']?.get).toMatchObject({
      operationId: 'guards.profile',
      security: [{ guard: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    });
    expect(paths['/v1/guard/auth/login']?.post).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { required: expect.arrayContaining(['email', 'password']) } } } },
    });
    expect((await fetch(`${api.url}/v1/docs/`)).headers.get('content-type')).toMatch(/^text\/html/);
  });
});

describe('the roles of the public API', () => {
  type Operation = { security: Record<string, unknown>[] };
  const calls = async () => {
    const { paths } = (await (await fetch(`${api.url}/v1/docs/json`)).json()) as { paths: Record<string, Record<string, Operation>> };
    return Object.entries(paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([path, operations]) => Object.values(operations).map((operation) => ({ path, operation })));
  };

  it('[AUTHZ-01] has guards only: /v1 requires the client or a guard, and accepts no other role', async () => {
    const roles = (await calls()).flatMap(({ operation }) => operation.security.flatMap((one) => Object.keys(one)));
    expect([...new Set(roles)].sort()).toEqual(['client', 'guard']);
    const asStaff = await api.call(session, {}, { token: STAFF_TOKEN });
    expect([asStaff.code, (await api.call(session, {}, { token: guard.token })).code]).toEqual([401, 200]);
  });

  it('[AUTHZ-03] has customers only as owners of jobs: no other reply contains them', async () => {
    const knowing = (await calls()).filter(({ path, operation }) =>
      /registerAs|businessName|customer/i.test(path + JSON.stringify(operation)),
    );
    expect([...new Set(knowing.map(({ path }) => path))]).toEqual(['/v1/job/jobDetail']);
  });
});

describe('fail', () => {
  it('throws its code, words and details', () => {
    expect(() => fail(409, 'Taken', { data: { by: 1 } })).toThrow(
      expect.objectContaining({ code: 409, message: 'Taken', details: { data: { by: 1 } } }),
    );
  });
});
