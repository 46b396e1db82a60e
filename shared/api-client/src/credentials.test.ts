/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { forgotPassword, login, register, resetPassword, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { pageIds } from '@portal/contracts/enquiries/enquiries.pages';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { agree, resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { faq, howItWorks, staticPage } from '@portal/contracts/pages/pages.endpoints';
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
const me = '00000000-0000-4000-8000-000000000001';
const enquiry = (pageId: string) => ({ name: 'Ada Marsh', email: 'ada@example.com', phone: '4165550123', query: 'Hello there', pageId });

it.each([
  ['AUTHZ-16', 'FAQ', () => open().send(faq, {})],
  ['AUTHZ-17', 'contact', () => open().send(sendEnquiry, enquiry(pageIds.contact))],
  ['AUTHZ-17', 'training', () => open().send(sendEnquiry, enquiry(pageIds.training))],
  ['AUTHZ-17', 'newsletter', () => open().send(subscribe, { email: 'reader@example.com' })],
  [
    'AUTHZ-14',
    'OTP',
    () => open().send(verifyOtp, { id: me, otp: '1234', isSubmitAllDocument: true, isIndividualDocument: true, isPromotional: false }),
  ],
  ['AUTHZ-14', 'new OTP', () => open().send(resendOtp, { id: me })],
  ['AUTHZ-15', 'static page', () => open().send(staticPage, { type: 'terms' })],
  ['AUTHZ-12', 'forgot-password', () => open().send(forgotPassword, { email: 'ada@example.com' })],
])('[%s] sends the fixed basic credential with the %s call of a page, never a token', async (_id, _call, send) => {
  await send();
  expect(credential).toBe('Basic Y2xpZW50OnNlY3JldA==');
});

/** The calls before a session, in the order of the decision. */
const beforeASession = [
  ...[register, login, socialLogin, forgotPassword, resetPassword, agree, resendOtp, verifyOtp],
  ...[staticPage, faq, howItWorks, sendEnquiry, subscribe],
].map((listed) => listed as Endpoint);

it.each(beforeASession.map((listed) => [listed.id, listed] as const))(
  '[AUTHZ-19] sends the basic credential with the call %s',
  async (_id, listed) => {
    credential = undefined;
    await open()
      .send(listed, { id: me, type: 'terms' })
      .catch(() => undefined);
    expect(credential).toBe('Basic Y2xpZW50OnNlY3JldA==');
  },
);
