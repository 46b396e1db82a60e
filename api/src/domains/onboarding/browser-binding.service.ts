import { agreementMessages, boundToBrowser } from '@portal/contracts/onboarding/onboarding.agreements';
import { fromNow } from '../../platform/clock';
import { fail } from '../../platform/http/errors';
import type { CallContext } from '../../platform/http/routes';
import { newToken, sha256 } from '../../platform/identity/secrets';
import { findSession } from '../../platform/identity/sessions';
import { deviceOfRegistration, endRegistrations, guardOfRegistration, insertRegistration } from './onboarding.repository';

const DAY_SECONDS = 86_400;

/** Binds the onboarding of a new guard to the browser that registered, and stores its push token for the later session. */
export async function bindBrowser(guardId: string, context: CallContext, deviceToken: string): Promise<void> {
  const token = newToken();
  const seconds = boundToBrowser.days * DAY_SECONDS;
  await insertRegistration(sha256(token), guardId, fromNow(seconds * 1000), deviceToken);
  context.setCookie(boundToBrowser.cookie, token, seconds);
}

/** The push token of the browser that registered this guard; 'web' when another browser calls. */
export async function pushTokenOfBrowser(guardId: string, context: CallContext): Promise<string> {
  const cookie = context.cookie(boundToBrowser.cookie);
  return (cookie && (await deviceOfRegistration(sha256(cookie), guardId))) || 'web';
}

export async function releaseBrowser(guardId: string, context: CallContext): Promise<void> {
  await endRegistrations(guardId);
  context.setCookie(boundToBrowser.cookie, '', 0);
}

/** Whether the caller is the browser that registered this guard, or the guard: an id in a path proves nothing. */
export async function isRegisteringBrowser(guardId: string, context: CallContext): Promise<boolean> {
  if (!boundToBrowser.isRequired) return true;
  const cookie = context.cookie(boundToBrowser.cookie);
  if (cookie && (await guardOfRegistration(sha256(cookie))) === guardId) return true;
  return Boolean(context.token && (await findSession(context.token))?.id === guardId);
}

/** 401 for every other caller. */
export async function requireRegisteringBrowser(guardId: string, context: CallContext): Promise<void> {
  if (!(await isRegisteringBrowser(guardId, context))) fail(401, agreementMessages.notThisBrowser);
}
