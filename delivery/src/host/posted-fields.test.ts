import { request } from 'node:http';
import { RENDERER_FILE } from '@portal/mf-kit/renderer';
import { deploy, newContext } from '../../test/fixtures';
import { portOf, standIn, startTestHost, type TestHost } from '../../test/test-host';

const forms = { 'enquiries.send': '/reach-us/public/add' };
const got: { type: string; body: string }[] = [];
let host: TestHost;
let api: Awaited<ReturnType<typeof standIn>>;

beforeAll(async () => {
  const context = newContext();
  await deploy(
    context,
    { name: 'shell' },
    {
      name: 'mf-public',
      routes: { '/contact': { title: 'Contact', description: 'Write.', forms }, '*': { title: 'Page not found', forms } },
      contents: { [RENDERER_FILE]: 'module.exports = { prerender: async () => ({ html: "" }) };' },
      renderer: RENDERER_FILE,
    },
  );
  api = await standIn((asked, reply) => {
    let body = '';
    asked.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    asked.on('end', () => {
      got.push({ type: asked.headers['content-type'] ?? '', body });
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 200, message: 'Thank you.', data: null }));
    });
  });
  host = await startTestHost(portOf(api.server), undefined, { context });
});
afterAll(async () => {
  await host.close();
  api.stop();
});
beforeEach(() => got.splice(0));

interface Reply {
  status: number;
  location: string | undefined;
  cookie: string;
  body: string;
}
/** Not by fetch, which normalises the path. */
const ask = (
  method: 'GET' | 'POST',
  path: string,
  body: string | Uint8Array = '',
  type = 'application/x-www-form-urlencoded',
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body), 'sec-fetch-site': 'same-origin' };
    request({ host: '127.0.0.1', port: host.port, method, path, headers: method === 'GET' ? {} : headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      const { location, 'set-cookie': cookies = [] } = reply.headers;
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, location, cookie: cookies.join(), body: text }));
    })
      .on('error', reject)
      .end(body);
  });

const BORDER = '----a-boundary-of-a-browser';
const MULTIPART = `multipart/form-data; boundary=${BORDER}`;
const BINARY = 'Content-Type: application/octet-stream';
/** In a browser's format. */
const multipart = (parts: string[]) =>
  `${parts.map((part) => `--${BORDER}\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--${BORDER}--\r\n`;

it.each([
  ['texts', Array.from({ length: 20_000 }, (_, at) => `f${at}=1`).join('&'), 'application/x-www-form-urlencoded'],
  ['parts', multipart(Array.from({ length: 200 }, (_, at) => `name="f${at}"\r\n\r\n1`)), MULTIPART],
])('rejects more %s than any form has', async (_what, body, type) => {
  const { status, body: page } = await ask('POST', '/contact', body, type);
  expect([status, got]).toEqual([400, []]);
  expect(page).toContain('This form could not be read');
});

it('sends a form with a file field as parts, even without a file', async () => {
  const parts = ['name="_form"\r\n\r\nenquiries.send', 'name="name"\r\n\r\nAna', `name="file"; filename=""\r\n${BINARY}\r\n\r\n`];
  const { status } = await ask('POST', '/contact', multipart(parts), MULTIPART);
  expect(status).toBe(303);
  expect(got[0]?.type).toMatch(/^multipart\/form-data; boundary=/);
  expect(got[0]?.body).toContain('name="name"\r\n\r\nAna');
  expect(got[0]?.body).not.toContain('name="file"');
});

it('sends line ends as the page counts them', async () => {
  await ask('POST', '/contact', new URLSearchParams({ _form: 'enquiries.send', query: 'One\r\nTwo' }).toString());
  expect(JSON.parse(got[0]?.body ?? '')).toEqual({ query: 'One\nTwo' });
});

it.each([
  ['//evil.example/x', '/evil.example/x#enquiries-send', '/evil.example/x'],
  ['/.//evil.example/x', '/evil.example/x#enquiries-send', '/evil.example/x'],
  ['/a/..//evil.example/x', '/evil.example/x#enquiries-send', '/evil.example/x'],
  ['/\\evil.example/x', '/%5Cevil.example/x#enquiries-send', '/%5Cevil.example/x'],
  ['/x;Domain=evil.example;Path=/', '/x;Domain=evil.example;Path=/#enquiries-send', '/x%3BDomain=evil.example%3BPath=/'],
])('redirects a form posted to %s to this host only', async (path, location, cookiePath) => {
  const reply = await ask('POST', path, '_form=enquiries.send&name=Ana');
  expect([reply.status, reply.location]).toEqual([303, location]);
  expect(reply.cookie).toMatch(/^posted=[\w-]+; Path=[^;]+; Max-Age=60; HttpOnly; SameSite=Strict$/);
  expect(reply.cookie).toContain(`Path=${cookiePath}; `);
});

it.each([
  ['/contact/', '/contact'],
  ['/contact///?from=mail', '/contact?from=mail'],
  ['/.//contact', '/contact'],
  ['/\\', null],
])('redirects to the canonical address: %s', async (path, location) => {
  const reply = await ask('GET', path);
  expect([reply.status, reply.location ?? null]).toEqual([location ? 308 : path === '/\\' ? 404 : 200, location]);
});
