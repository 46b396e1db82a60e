/** @jest-environment node */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoint } from '@portal/contracts/_kernel/endpoint';
import { id, optionalText } from '@portal/contracts/_kernel/shapes';
import { login, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { jobDetail, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { agree, resendOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { array, mixed, object, string } from 'yup';
import type { ApiError } from './errors';
import { createTransport } from './transport';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const seen: Seen[] = [];
let answer: { status: number; body: unknown; headers?: Record<string, string> } = { status: 200, body: {} };
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
});

const refused: string[] = [];
const held: string[] = [];
const reached: boolean[] = [];
let token: string | null = 'tok';
let baseUrl = '';
let acknowledge: (call: object) => Promise<unknown> = async () => null;
const open = (base = baseUrl) =>
  createTransport({
    baseUrl: base,
    basic: 'Y2xpZW50OnNlY3JldA==',
    token: () => token,
    onUnauthorised: ({ message }, { id: called }) => refused.push(`${called}: ${message}`),
    onForbidden: ({ message }) => held.push(message),
    onReachable: (isReachable) => reached.push(isReachable),
    callSocket: (sent) => acknowledge(sent),
  });

const me = '00000000-0000-4000-8000-000000000001';
const last = () => seen.at(-1) as Seen;
const failure = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It succeeded')),
    (error: ApiError) => error,
  );

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  answer = { status: 200, body: { code: 200, message: 'ok', data: {} } };
  token = 'tok';
});

const credentials = { email: 'a@example.com', password: 'x', deviceToken: 'web', deviceId: 'web', deviceType: 3 };

it('[AUTHZ-11] sends the fixed basic credential with a login, never a token', async () => {
  await open().send(login, credentials);
  expect(last()).toMatchObject({ method: 'POST', url: '/v1/guard/auth/login', headers: { authorization: 'Basic Y2xpZW50OnNlY3JldA==' } });
  expect(JSON.parse(last().body)).toEqual(credentials);
});

it('[API-GEN-11] calls the given host', async () => {
  const others: string[] = [];
  const other = createServer((request, response) => {
    others.push(request.url ?? '');
    response.end(JSON.stringify({ code: 200, message: 'ok', data: {} }));
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const count = seen.length;
  await open(`http://127.0.0.1:${(other.address() as AddressInfo).port}`).send(login, credentials);
  other.close();
  expect([others, seen.length]).toEqual([['/v1/guard/auth/login'], count]);
});

it('[AUTHZ-15] sends the basic credential with a static page call', async () => {
  await open().send(staticPage, {} as never);
  expect(last().headers.authorization).toBe('Basic Y2xpZW50OnNlY3JldA==');
});

it('[JOBDETAIL-02, HISTORY-15, DATA-JOB-28] sends the token as bearer with a call of a session, and returns the reply parsed by its endpoint', async () => {
  await open().send(profile, { id: me });
  expect(last()).toMatchObject({ url: `/v1/guard/profile/${me}`, headers: { authorization: 'Bearer tok' } });
  const read = { ...jobDetail, read: (sent: unknown) => ({ read: sent }) as never };
  expect((await open().send(read, { jobId: me } as never)).data).toEqual({ read: {} });
  expect(last()).toMatchObject({ url: '/v1/job/jobDetail', headers: { authorization: 'Bearer tok' } });
});
const upload = endpoint({
  id: 'test.upload',
  method: 'PATCH',
  path: '/things/:id',
  auth: 'bearer',
  body: 'multipart',
  query: ['mode'],
  input: object({ id: id().required(), mode: optionalText(), names: array(string().required()), file: mixed<Blob>() }),
  output: mixed(),
});

it('distributes an input over path, query and a multipart body', async () => {
  await open().send(upload, { id: me, mode: 'a b', names: ['x', 'y'], file: new Blob(['bytes'], { type: 'image/png' }) });
  expect(last().url).toBe(`/v1/things/${me}?mode=a+b`);
  expect(last().headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(last().body.match(/name="names"/g)).toHaveLength(2);
  expect(last().body).toContain('bytes');
});

it('[API-JOB-29/2] sends every key of a search, unset ones empty, and reads the total next to the data', async () => {
  answer = { status: 200, body: { code: 200, message: 'ok', data: { docs: [] }, total: 12 } };
  expect((await open().send(searchJobs, { page: 2 } as never)).data).toMatchObject({ docs: [], total: 12 });
  const unset = Object.fromEntries(searchJobs.always?.map((key) => [key, '']) ?? []);
  expect(JSON.parse(last().body)).toEqual({ ...unset, page: 2 });
});

it('sends the idempotency key of a write', async () => {
  await open().send(login, credentials, { idempotencyKey: 'act-1' });
  expect(last().headers['idempotency-key']).toBe('act-1');
});

it('opens the envelope of a refusal: code, text for the guard, failing fields', async () => {
  const said = { code: 400, message: 'Bad input', userMessage: 'Please check the marked fields.' };
  answer = { status: 400, body: { ...said, errors: { email: 'Email is required' }, data: null } };
  expect(await failure(open().send(login, credentials))).toMatchObject({ ...said, fields: { email: 'Email is required' } });
});

it('[API-GEN-03, API-GEN-04] takes the code of the body when the status is 200: only 200 succeeds, and a 401 is reported', async () => {
  expect(await open().send(upload, { id: me, names: [] })).toMatchObject({ code: 200, message: 'ok' });
  for (const code of [300, 400, 404, 409, 500, 401]) {
    answer = { status: 200, body: { code, message: 'Gone', data: {} } };
    expect((await failure(open().send(profile, { id: me }))).code).toBe(code);
  }
  expect(refused).toEqual(['guards.profile: Gone']);
});

it('reports a 403 with the next step of the guard', async () => {
  answer = { status: 403, body: { code: 403, message: 'Not yet', data: { nextStep: '/thankYou' } } };
  expect((await failure(open().send(profile, { id: me }))).data).toEqual({ nextStep: '/thankYou' });
  expect(held).toEqual(['Not yet']);
});

it('returns the seconds of Retry-After', async () => {
  answer = { status: 429, body: { code: 429, message: 'Slowly' }, headers: { 'retry-after': '30' } };
  expect((await failure(open().send(login, credentials))).retryAfter).toBe(30);
});

it('uses a safe text when there is no reply', async () => {
  const error = await failure(open('http://127.0.0.1:1').send(login, credentials));
  expect(error).toMatchObject({
    code: 0,
    userMessage: 'We cannot reach the portal right now. Please try again. What you entered is still here.',
  });
  expect(reached.at(-1)).toBe(false);
});

it('[AUTHZ-13, AUTHZ-14, SETTING-20/1] sends the basic credential with consent, code and provider calls, and the token if there is one', async () => {
  answer = { status: 200, body: { code: 200, message: '', data: { id: me } } };
  for (const beside of ['tok', undefined]) {
    token = beside ?? null;
    const sent = () => [last().headers.authorization, last().headers['x-guard-token']];
    await open().send(agree, { id: me, isTermsOfUse: true });
    expect(sent()).toEqual(['Basic Y2xpZW50OnNlY3JldA==', beside]);
    await open().send(resendOtp, { id: me });
    expect(sent()).toEqual(['Basic Y2xpZW50OnNlY3JldA==', beside]);
    await open().send(socialLogin, { socialId: '1', socialType: 2, idToken: 'x', deviceToken: 'web', deviceId: 'web', deviceType: 3 });
    expect(sent()).toEqual(['Basic Y2xpZW50OnNlY3JldA==', beside]);
  }
});

describe('a socket call', () => {
  const say = endpoint({
    id: 'test.say',
    method: 'EVENT',
    path: 'say',
    auth: 'approved',
    input: object({ words: string().required() }),
    output: object({ said: string().required() }),
  });

  it('[TRACE-01] emits its event with the idempotency key and the trace, and reads the envelope in the acknowledgement', async () => {
    const sent: object[] = [];
    acknowledge = async (call) => {
      sent.push(call);
      return { code: 200, message: 'Said.', data: { said: 'hi' } };
    };
    const before = seen.length;
    await expect(open().send(say, { words: 'hi' }, { idempotencyKey: 'a-key', headers: { baggage: 'b' } })).resolves.toEqual({
      code: 200,
      message: 'Said.',
      data: { said: 'hi' },
    });
    expect(sent).toEqual([{ name: 'say', input: { words: 'hi' }, key: 'a-key', headers: { baggage: 'b' } }]);
    expect(seen.length).toBe(before);
  });

  it.each([
    ['refused for its token', { code: 401, message: 'Who?' }, { code: 401 }],
    ['refused for a limit', { code: 429, message: 'Slowly', data: null, retryAfter: 3 }, { code: 429, retryAfter: 3 }],
    [
      'refused for a field',
      { code: 400, message: 'No', errors: { words: 'Say something' } },
      { code: 400, fields: { words: 'Say something' } },
    ],
    ['answered with what is no envelope', 'hello', { code: 0 }],
  ])('%s fails as it would over HTTP', async (_how, reply, wanted) => {
    acknowledge = async () => reply;
    const before = refused.length;
    expect(await failure(open().send(say, { words: 'hi' }))).toMatchObject(wanted);
    expect(refused.slice(before)).toEqual(wanted.code === 401 ? ['test.say: Who?'] : []);
  });

  it('fails without a reply when there is no acknowledgement or no socket', async () => {
    acknowledge = () => Promise.reject(new Error('timeout'));
    expect(await failure(open().send(say, { words: 'hi' }))).toMatchObject({ code: 0, message: 'No answer from the portal' });
    const socketless = createTransport({ baseUrl, basic: '', token: () => null, onUnauthorised: () => undefined });
    expect(await failure(socketless.send(say, { words: 'hi' }))).toMatchObject({ code: 0 });
  });

  it('does not report a cancelled request as a network failure', async () => {
    acknowledge = () => new Promise(() => undefined);
    const giving = new AbortController();
    const given = failure(open().send(say, { words: 'hi' }, { signal: giving.signal }));
    giving.abort();
    expect((await given).name).toBe('CanceledError');
  });
});
