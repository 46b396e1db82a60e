import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { toWire } from '@portal/contracts/_kernel/wire';
import { forgotPassword, login, register, resetPassword, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { agree, resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { faq, howItWorks, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { basicHeader, startApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** The endpoints that the decision lists, in its order. */
const beforeSession = [register, login, socialLogin, forgotPassword, resetPassword, agree, resendOtp, verifyOtp].map(
  (call) => call as Endpoint,
);
const ofVisitors = [staticPage, faq, howItWorks, sendEnquiry, subscribe].map((call) => call as Endpoint);

it('[AUTHZ-19] every call that runs before a session carries the basic credential, and is refused without it', async () => {
  const { token } = await api.guard();
  for (const endpoint of [...beforeSession, ...ofVisitors]) {
    const { method } = endpoint;
    const { url } = toWire(endpoint, { id: '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01', type: 'terms' });
    const reply = async (authorization?: string) => {
      const { status, body } = await api.request(url, { method, headers: { ...(authorization && { authorization }) } });
      return { status, message: body.message };
    };
    const without = await reply();
    expect([endpoint.id, endpoint.auth, without.status, (await reply(`Bearer ${token}`)).status]).toEqual([endpoint.id, 'basic', 401, 401]);
    // With it the call is refused for its input, or for a missing code, not for the credential.
    expect([endpoint.id, (await reply(basicHeader)).message]).not.toEqual([endpoint.id, without.message]);
  }
});
