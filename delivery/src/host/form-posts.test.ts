import { copy } from '@portal/contracts/_kernel/copy';
import { RENDERER, RENDERER_FILE } from '@portal/mf-kit/renderer';
import { deploy, newContext } from '../../test/fixtures';
import { HOST_SECRET, portOf, standIn, startTestHost, type TestHost } from '../../test/test-host';

interface Got {
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
const got: Got[] = [];
let answer: { status: number; body: unknown; headers?: Record<string, string> } | null;
let api: Awaited<ReturnType<typeof standIn>>;
let host: TestHost;
let origin: string;

const echo = `var ${RENDERER}; ${RENDERER} = { prerender: async (path, { posted }) => {
  if (posted && posted.values.name === 'breaks') throw new Error('no list');
  return { html: '<h1>' + path + (posted ? (posted.ok ? ' sent ' : ' refused ') + posted.message : '') + '</h1>' };
} };`;

beforeAll(async () => {
  const context = newContext();
  const forms = { 'enquiries.send': '/reach-us/public/add' };
  await deploy(
    context,
    { name: 'shell' },
    { name: 'mf-jobs', routes: { '/private': { title: 'Private', access: 'guard', forms } } },
    {
      name: 'mf-public',
      routes: {
        '/contact': { title: 'Contact', description: 'Write.', forms },
        '/about': 'About',
        '/sector/:type': { title: 'Sector', forms, pages: { '/sector/bank': { title: 'Banks' } } },
        '*': { title: 'Page not found', forms },
      },
      contents: { [RENDERER_FILE]: echo },
      renderer: RENDERER_FILE,
      prerendered: {},
    },
  );
  api = await standIn((request, reply) => {
    let body = '';
    request.setEncoding('latin1').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      got.push({ url: request.url ?? '', headers: request.headers, body });
      if (!answer) return void reply.destroy();
      reply.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(JSON.stringify(answer.body));
    });
  });
  host = await startTestHost(portOf(api.server), undefined, { context });
  origin = `http://127.0.0.1:${host.port}`;
});
afterAll(async () => {
  await host.close();
  api.stop();
});
beforeEach(() => {
  got.length = 0;
  answer = { status: 200, body: { code: 200, message: 'Thank you.', data: null } };
});

const typed = { _form: 'enquiries.send', name: 'Ana <b>', query: 'Why?' };
const page = (html: string) => ({
  heading: /<h1>(.*?)<\/h1>/.exec(html)?.[1],
  title: /<title>(.*?) · /.exec(html)?.[1],
  input: JSON.parse(/ id="page" data-path="[^"]*">(.*?)<\/script>/.exec(html)?.[1] ?? 'null'),
});

async function post(path: string, body: BodyInit | Record<string, string>, headers: Record<string, string> = {}) {
  const form = typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype ? new URLSearchParams(body as never) : body;
  const reply = await fetch(origin + path, {
    method: 'POST',
    body: form as BodyInit,
    headers: { origin, 'sec-fetch-site': 'same-origin', ...headers },
    redirect: 'manual',
  });
  return { status: reply.status, headers: reply.headers, html: await reply.text() };
}

it("sends the input to the API like its own clients do, with the client's address", async () => {
  await post('/contact?from=mail', typed, { 'x-forwarded-for': '6.6.6.6', authorization: 'Bearer forged', cookie: 'token=abc' });
  expect(got).toHaveLength(1);
  expect(got[0]).toMatchObject({ url: '/v1/reach-us/public/add', headers: { 'content-type': 'application/json' } });
  expect(JSON.parse(got[0]?.body ?? '')).toEqual({ name: 'Ana <b>', query: 'Why?' });
  expect(got[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('guard-portal:guard-portal').toString('base64')}`,
    'x-forwarded-for': '127.0.0.1',
    'x-portal-host': HOST_SECRET,
  });
  expect(got[0]?.headers).not.toHaveProperty('cookie');
});

it('redirects to the page, which shows the message once', async () => {
  const { status, headers } = await post('/contact?from=mail', typed);
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([303, '/contact?from=mail#enquiries-send', 'no-store']);
  const cookie = headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^posted=[\w-]+; Path=\/contact; Max-Age=60; HttpOnly; SameSite=Strict$/);
  const first = await fetch(`${origin}/contact`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
  expect(first.headers.getSetCookie()).toContain('posted=; Path=/contact; Max-Age=0; HttpOnly; SameSite=Strict');
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(page(await first.text())).toEqual({
    heading: '/contact sent Thank you.',
    title: 'Contact',
    input: { content: {}, posted: { form: 'enquiries.send', ok: true, message: 'Thank you.', errors: {}, values: {} } },
  });
  const second = await fetch(`${origin}/contact`);
  expect(page(await second.text())).toEqual({ heading: '/contact', title: 'Contact', input: null });
});

it.each(['posted=%%%', `posted=${Buffer.from('{"form":"toString","message":"You won"}').toString('base64url')}`, 'posted=e30'])(
  'ignores a cookie that this page did not set: %s',
  async (cookie) => {
    const reply = await fetch(`${origin}/contact`, { headers: { cookie } });
    expect(page(await reply.text())).toEqual({ heading: '/contact', title: 'Contact', input: null });
  },
);

it('shows the page again with every error and the input, and caches it nowhere', async () => {
  answer = { status: 422, body: { code: 422, message: 'Please check.', data: null, errors: { name: 'Please enter valid name' } } };
  const { status, headers, html } = await post('/contact', { ...typed, password: 'secret', newPassword: 'secret' });
  expect([status, headers.get('cache-control'), headers.get('set-cookie')]).toEqual([422, 'no-store', null]);
  expect(page(html)).toEqual({
    heading: '/contact refused Please check.',
    title: 'Error: Contact',
    input: {
      content: {},
      posted: {
        form: 'enquiries.send',
        ok: false,
        message: 'Please check.',
        errors: { name: 'Please enter valid name' },
        values: { name: 'Ana <b>', query: 'Why?' },
      },
    },
  });
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain('secret');
});

it('shows the waiting time after too many posts', async () => {
  answer = {
    status: 429,
    body: { code: 429, message: 'Limited', userMessage: copy.tooMany(30), data: null },
    headers: { 'retry-after': '30' },
  };
  const { status, headers, html } = await post('/contact', typed);
  expect([status, headers.get('retry-after')]).toEqual([429, '30']);
  expect(page(html).input.posted).toMatchObject({ message: copy.tooMany(30), values: { query: 'Why?' } });
});

it.each([
  ['does not answer', null, copy.offline],
  ['answers nonsense', { status: 200, body: 'nonsense' }, undefined],
  ['fails', { status: 500, body: { code: 500, message: 'x', userMessage: copy.somethingWrong, data: null } }, copy.somethingWrong],
])('keeps the input when the API %s', async (_, given, words = copy.offline) => {
  answer = given && typeof given.body === 'string' ? { ...given, status: 502 } : given;
  const { status, html } = await post('/contact', typed);
  expect(status).toBe(503);
  expect(page(html).input.posted).toMatchObject({ ok: false, message: words, values: { name: 'Ana <b>', query: 'Why?' } });
});

it('sends a file as a part, several values of one name as a list, and shows no file again', async () => {
  answer = { status: 422, body: { code: 422, message: 'No.', data: null, errors: {} } };
  const border = '----WebKitFormBoundary0123456789abcdef';
  // Browsers send an empty name for a file that was not chosen.
  const part = (name: string, value: string, file?: string) =>
    `--${border}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"\r\nContent-Type: application/octet-stream`}\r\n\r\n${value}\r\n`;
  const parts = [...Object.entries(typed), ['days', 'Mon'], ['days', 'Tue']].map(([name = '', value = '']) => part(name, value));
  const body = [...parts, part('resume', '%PDF', 'résumé.pdf'), part('picture', '', ''), `--${border}--\r\n`].join('');
  const { html } = await post('/contact', body, { 'content-type': `multipart/form-data; boundary=${border}` });
  const sent = await new Response(Buffer.from(got[0]?.body ?? '', 'latin1'), {
    headers: { 'content-type': String(got[0]?.headers['content-type']) },
  }).formData();
  expect([...sent.keys()]).toEqual(['name', 'query', 'days', 'days', 'resume']);
  expect((sent.get('resume') as File).name).toBe('résumé.pdf');
  expect(page(html).input.posted.values).toEqual({ name: 'Ana <b>', query: 'Why?', days: ['Mon', 'Tue'] });

  const urlencoded = await post('/contact', '_form=enquiries.send&days=Mon&days=Tue', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(urlencoded.status).toBe(422);
  expect(JSON.parse(got[1]?.body ?? '')).toEqual({ days: ['Mon', 'Tue'] });
});

it('works on each address of a pattern, and on the not-found page', async () => {
  answer = { status: 422, body: { code: 422, message: 'No.', data: null, errors: {} } };
  for (const [path, title] of [
    ['/sector/bank', 'Error: Banks'],
    ['/no/such', 'Error: Page not found'],
  ])
    expect(page((await post(path ?? '', typed)).html)).toMatchObject({ heading: `${path} refused No.`, title });
  answer = { status: 200, body: { code: 200, message: 'Thank you.', data: null } };
  expect((await post('//evil.example/x', typed)).headers.get('location')).toBe('/evil.example/x#enquiries-send');
});

it('sends the input to the client when the page cannot be rendered', async () => {
  answer = { status: 422, body: { code: 422, message: 'No.', data: null, errors: {} } };
  const { status, html } = await post('/contact', { ...typed, name: 'breaks' });
  expect([status, page(html).heading]).toEqual([422, undefined]);
  expect(page(html).input.posted.values).toEqual({ name: 'breaks', query: 'Why?' });
});

it.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site, from an old browser', { origin: 'https://evil.example', 'sec-fetch-site': '' }],
  ['an opaque origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['another subdomain', { origin: 'http://sub.127.0.0.1', 'sec-fetch-site': 'same-site' }],
])('rejects a form from %s', async (_, headers) => {
  const { status, html, headers: replied } = await post('/contact', typed, headers);
  expect([status, got.length, replied.get('cache-control')]).toEqual([403, 0, 'no-store']);
  expect(html).toContain('<h1>This form came from another site</h1>');
  expect(html).toContain('<a href="/contact">Back to the page</a>');
  expect(html).not.toContain('<script');
});

it.each([
  ['a form that the page does not have', '/contact', { _form: 'auth.login', email: 'a' }],
  ['the name of an inherited property', '/contact', { _form: 'toString' }],
  ['no form at all', '/contact', { name: 'Ana' }],
  ['a page that is not public', '/private', typed],
])('rejects %s', async (_, path, fields) => {
  const { status, html } = await post(path, fields as Record<string, string>);
  expect([status, got.length]).toEqual([400, 0]);
  expect(html).toContain('<h1>This form is not known here</h1>');
});

it('rejects a post to a page without forms', async () => {
  const { status } = await post('/about', typed);
  expect([status, got.length]).toEqual([404, 0]);
});

it.each([
  ['JSON', '{"_form":"enquiries.send"}', 'application/json', 400],
  ['parts without a boundary', 'x', 'multipart/form-data', 400],
  ['broken parts', 'x', 'multipart/form-data; boundary=y', 400],
  ['more than eight megabytes', 'a'.repeat(8 * 1024 * 1024 + 1), 'application/x-www-form-urlencoded', 413],
])('rejects %s', async (_, body, type, code) => {
  const { status } = await post('/contact', body, { 'content-type': type });
  expect([status, got.length]).toEqual([code, 0]);
});
