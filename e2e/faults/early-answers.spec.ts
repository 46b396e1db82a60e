import type { Page } from '@playwright/test';
import { tokenOf } from '../support/api';
import { expect, test } from '../support/fixtures';

const TRIES = 20;
/** Fewer tries than for other sizes, because each has 50 MB. */
const TRIES_BEYOND = 3;
const sizes = [1_200_000, 3_000_000, 6_000_000, 12_000_000];

interface Sent {
  kind: 'JSON' | 'multipart';
  path: string;
  bytes: number;
  authorization: 'client' | 'unknown';
}
interface Reply {
  status: number;
  envelope: { code?: number; data?: unknown; userMessage?: string };
}

/** Uploads with XMLHttpRequest, like the portal. A network error has status 0. */
const upload = (page: Page, sent: Sent, tries = TRIES): Promise<Reply[]> =>
  page.evaluate(
    async ({ sent: { kind, path, bytes, authorization }, tries }) => {
      const text = 'x'.repeat(bytes);
      const form = new FormData();
      form.set('profileImage', new Blob([text]), 'a.png');
      // Created once, because a page that copies a text of this size for each try would be busy.
      const json = new Blob([JSON.stringify({ email: text })], { type: 'application/json' });
      const [method, body] = kind === 'JSON' ? ['POST', json] : ['PATCH', form];
      const { basic } = JSON.parse(document.querySelector('script#config')?.textContent ?? '{}') as { basic: string };
      const once = () =>
        new Promise<Reply>((resolve) => {
          const request = new XMLHttpRequest();
          request.open(method, path);
          request.setRequestHeader('Authorization', authorization === 'client' ? `Basic ${basic}` : 'Bearer made-up');
          request.onloadend = () => resolve({ status: request.status, envelope: JSON.parse(request.responseText || '{}') });
          request.send(body);
        });
      const replies: Reply[] = [];
      while (replies.length < tries) replies.push(await once());
      return replies;
    },
    { sent, tries },
  );

const refused = (code: number) => expect.objectContaining({ status: code, envelope: expect.objectContaining({ code, data: null }) });

test.beforeEach(async ({ page, noise }) => {
  noise.expected.push(/status of 4(01|13|26) /);
  await page.goto('/');
});

const login = { kind: 'JSON', path: '/v1/guard/auth/login' } as const;
for (const bytes of sizes)
  test(`a browser that sends ${bytes / 1e6} MB of JSON reads 413, ${TRIES} times of ${TRIES}`, async ({ page }) => {
    expect(await upload(page, { ...login, bytes, authorization: 'client' })).toEqual(Array(TRIES).fill(refused(413)));
  });

for (const call of [login, { kind: 'multipart', path: '/v1/guard/auth/update-guard/x' }] as const)
  test(`and ${call.kind} without a session is answered with 401, ${TRIES} times of ${TRIES}`, async ({ page }) => {
    expect(await upload(page, { ...call, bytes: 6_000_000, authorization: 'unknown' })).toEqual(Array(TRIES).fill(refused(401)));
  });

test('a form beyond every limit is answered with 413, through the portal and at the API itself', async ({ guard }) => {
  const portal = String(test.info().project.use.baseURL);
  const token = await tokenOf(portal, guard);
  const form = () => {
    const parts = new FormData();
    parts.set('profileImage', new Blob(['x'.repeat(50_400_000)]), 'a.png');
    return parts;
  };
  for (const url of [portal, process.env.API_URL])
    for (let tries = 0; tries < TRIES_BEYOND; tries++) {
      const reply = await fetch(`${url}/v1/guard/auth/update-guard/${guard.id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}` },
        body: form(),
      });
      expect({ status: reply.status, envelope: await reply.json() }).toEqual(refused(413));
    }
});

test('the socket opens for a browser without a cookie, 10 times of 10, and refuses a bad token', async ({ page }) => {
  await page.context().clearCookies();
  const messages = await page.evaluate(async () => {
    const once = () =>
      new Promise<string[]>((resolve) => {
        const received: string[] = [];
        const socket = new WebSocket('/socket.io/?EIO=4&transport=websocket');
        socket.onmessage = ({ data }) => {
          received.push(String(data));
          if (received.length === 1) socket.send('40{"token":"made-up"}');
          else socket.close();
        };
        socket.onclose = () => resolve(received);
      });
    const all: string[][] = [];
    while (all.length < 10) all.push(await once());
    return all;
  });
  expect(messages).toEqual(Array(10).fill([expect.stringMatching(/^0\{"sid"/), '44{"message":"401"}']));
});

test('polling is refused immediately, in the envelope', async ({ page }) => {
  const reply = await page.request.get('/socket.io/?EIO=4&transport=polling');
  expect(reply.status()).toBe(426);
  expect(await reply.json()).toMatchObject({ code: 426, data: null, userMessage: 'The live connection is a websocket only.' });
});
