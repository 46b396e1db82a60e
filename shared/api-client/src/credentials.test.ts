/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forgotPassword } from '@portal/contracts/auth/auth.endpoints';
import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { pageIds } from '@portal/contracts/enquiries/enquiries.pages';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { faq } from '@portal/contracts/pages/pages.endpoints';
import { createTransport } from './transport';

let credential: string | undefined;
const server = createServer((request, response) => {
  credential = request.headers.authorization;
  request.resume().on('end', () => response.end(JSON.stringify({ code: 200, message: 'ok', data: [] })));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

const open = () =>
  createTransport({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    basic: 'Y2xpZW50OnNlY3JldA==',
    token: () => 'of-a-guard-who-is-logged-in',
    onUnauthorised: () => undefined,
  });
const enquiry = (pageId: string) => ({ name: 'Ada Marsh', email: 'ada@example.com', phone: '4165550123', query: 'Hello there', pageId });

it.each([
  ['AUTHZ-16', 'FAQ', () => open().send(faq, {})],
  ['AUTHZ-17', 'contact', () => open().send(sendEnquiry, enquiry(pageIds.contact))],
  ['AUTHZ-17', 'training', () => open().send(sendEnquiry, enquiry(pageIds.training))],
  ['AUTHZ-17', 'newsletter', () => open().send(subscribe, { email: 'reader@example.com' })],
  ['AUTHZ-12', 'forgot-password', () => open().send(forgotPassword, { email: 'ada@example.com' })],
])('[%s] the %s call of a page carries the fixed basic credential, never a token', async (_id, _call, send) => {
  await send();
  expect(credential).toBe('Basic Y2xpZW50OnNlY3JldA==');
});
