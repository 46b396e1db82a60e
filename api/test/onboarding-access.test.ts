import { type Auth, fullPath, isSocketCall } from '@portal/contracts/_kernel/endpoint';
import { createDomains } from '../src/domains';
import { unfinishedSteps } from './onboarding-steps';
import { testApi } from './test-api';
import { testEnv } from './test-env';

const api = testApi();
const endpoints = createDomains(testEnv).map(({ endpoint }) => endpoint);
const of = (auth: Auth) => endpoints.filter((endpoint) => endpoint.auth === auth);
const id = '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fbfff';

/** The reply to a call with a token and without input, because access is checked before the input. */
async function asked(endpoint: (typeof endpoints)[number], token: string) {
  const path = fullPath(endpoint).replaceAll(/:\w+/g, id);
  const { status, body } = await api.request(path, { method: endpoint.method, headers: { authorization: `Bearer ${token}` } });
  return { id: endpoint.id, status, step: (body as { data?: { nextStep?: string } | null }).data?.nextStep };
}

/** The ids of calls with this `auth` that do not refuse a guard because of the onboarding step. */
async function letIn(auth: Auth, guard: { id: string; token: string }, address: (id: string) => string) {
  const replies = await Promise.all(of(auth).flatMap((endpoint) => (isSocketCall(endpoint) ? [] : [asked(endpoint, guard.token)])));
  return replies.filter(({ status, step }) => status !== 403 || step !== address(guard.id)).map((reply) => reply.id);
}

it.each(unfinishedSteps)(
  '[AUTHZ-10/4] a guard at the step %s is refused every call for approved guards, with that step',
  async (step, address) => {
    expect(of('approved').length).toBeGreaterThan(40);
    expect(await letIn('approved', await api.guard({ step }), address)).toEqual([]);
  },
);

it.each(unfinishedSteps.filter(([step]) => step !== 'approval'))(
  '[AUTHZ-10/4] a guard at the step %s is refused only the calls that require the approval',
  async (step, address) => {
    expect(await letIn('held', await api.guard({ step }), address)).toEqual([]);
  },
);

/** Calls needed during the onboarding, calls open at any time, and calls to work an awarded shift to its end. */
const open = [
  ...['auth.confirm', 'auth.confirmation', 'auth.send-confirmation-code', 'auth.device-key', 'auth.challenge-passkey'],
  ...['auth.factors', 'auth.begin-totp', 'auth.add-totp', 'auth.begin-passkey', 'auth.add-passkey', 'auth.remove-factor'],
  ...['auth.end-other-sessions', 'auth.end-session', 'auth.logout', 'auth.session', 'auth.sessions', 'auth.set-device'],
  ...['applications.cancellation-reasons', 'shifts.break-reasons', 'shifts.end-job-reasons', 'specialities.list', 'places.lookup'],
  ...['guards.profile', 'guards.update', 'guards.work-profile'],
  ...['notifications.list', 'notifications.read', 'notifications.readAll'],
  ...['privacy.held', 'privacy.locations', 'privacy.export', 'privacy.export-state', 'privacy.download'],
  ...['privacy.ask-deletion', 'privacy.deletion', 'privacy.take-back-deletion'],
  ...['shifts.current', 'shifts.record', 'shifts.end-break', 'shifts.end', 'shifts.sos', 'shifts.sos-state'],
  'welfare.answer',
];

it('[AUTHZ-10/4] a guard with any session may make these calls, and no others', () => {
  expect(
    of('bearer')
      .map((endpoint) => endpoint.id)
      .sort(),
  ).toEqual(open.sort());
});
