import { agreementMessages, boundToBrowser } from '@portal/contracts/onboarding/onboarding.agreements';
import { fromNow } from '../../platform/clock';
import { fail } from '../../platform/http/errors';
import type { Visit } from '../../platform/http/http-binding';
import { newToken, sha256 } from '../../platform/identity/secrets';
import { findSession } from '../../platform/identity/sessions';
import { deviceOfRegistration, endRegistrations, guardOfRegistration, insertRegistration } from './onboarding.repository';

const DAY_SECONDS = 86_400;

/** Binds the onboarding of a new guard to the browser that registered, and keeps its push token for the session to come. */
export async function bindBrowser(guardId: string, visit: Visit, deviceToken: string): Promise<void> {
  const token = newToken();
  const seconds = boundToBrowser.days * DAY_SECONDS;
  await insertRegistration(sha256(token), guardId, fromNow(seconds * 1000), deviceToken);
  visit.setCookie(boundToBrowser.cookie, token, seconds);
}

/** The push token of the browser that registered this guard and calls now; 'web' when it is another one. */
export async function deviceOfCaller(guardId: string, visit: Visit): Promise<string> {
  const cookie = visit.cookie(boundToBrowser.cookie);
  return (cookie && (await deviceOfRegistration(sha256(cookie), guardId))) || 'web';
}

export async function releaseBrowser(guardId: string, visit: Visit): Promise<void> {
  await endRegistrations(guardId);
  visit.setCookie(boundToBrowser.cookie, '', 0);
}

/** Whether it is the browser that registered this guard, or the guard: an id in a path proves nothing. */
export async function isCaller(guardId: string, visit: Visit): Promise<boolean> {
  if (!boundToBrowser.isRequired) return true;
  const cookie = visit.cookie(boundToBrowser.cookie);
  if (cookie && (await guardOfRegistration(sha256(cookie))) === guardId) return true;
  return Boolean(visit.token && (await findSession(visit.token))?.id === guardId);
}

/** Refuses everybody else with 401. */
export async function requireCaller(guardId: string, visit: Visit): Promise<void> {
  if (!(await isCaller(guardId, visit))) fail(401, agreementMessages.notThisBrowser);
}
