import { number, object } from 'yup';
import { copy } from '../_kernel/copy';
import { limits } from '../_kernel/limits';
import { ownPassword } from '../_kernel/own-password';
import { email, optionalText } from '../_kernel/shapes';
import { string, typedPassword } from '../_kernel/text';

/** deviceType 3 is the web (CODE-12); deviceId is always 'web' (CODE-13). */
export const device = { deviceType: 3, deviceId: 'web' } as const;

export const loginRules = object({
  email: email(), // LOGIN-08, LOGIN-09
  password: typedPassword().typeError(copy.passwordRequired).required(copy.passwordRequired).max(1024, copy.passwordRequired), // LOGIN-10
});

export const loginInput = loginRules.shape({
  deviceToken: optionalText(4096).default('web'),
  deviceId: optionalText(64).default(device.deviceId),
  deviceType: number().default(device.deviceType),
});

/** The log-in providers and their codes on the wire. */
export const socialTypes = { facebook: 1, google: 2 } as const; // CODE-14, CODE-15
export type SocialProvider = keyof typeof socialTypes;
export const socialProviders = Object.keys(socialTypes) as SocialProvider[];
export const providerNames: Record<SocialProvider, string> = { facebook: 'Facebook', google: 'Google' };

export const socialType = () => number().required('The social type is missing').oneOf(Object.values(socialTypes), 'Unknown social type');

export const idToken = () => string().required('The proof of the sign-in is missing').max(8192, 'The proof of the sign-in is too long');

/**
 * The six stated keys (API-AUTH-04) and `idToken`, which proves the e-mail and the social id. Without it the API replies 401. Some Facebook
 * accounts have no e-mail.
 */
export const socialLoginInput = object({
  email: optionalText(limits.email),
  socialId: string().trim().required('The social id is missing').max(255, 'The social id is too long'),
  socialType: socialType(),
  idToken: optionalText(8192),
  /** The previous release sends the guard's password when it connects a provider. It has no effect on a log-in. */
  password: ownPassword().notRequired(),
  deviceToken: optionalText(4096).default('web'),
  deviceId: optionalText(64).default(device.deviceId),
  deviceType: number().default(device.deviceType),
});

/**
 * The fixed credential of every call that runs before a session (AUTHZ-11, AUTHZ-19), unless PORTAL_BASIC overrides it for portal host and
 * API. It names the client and is not a secret.
 */
export const clientCredential = 'guard-portal:guard-portal';

export const authMessages = {
  loggedIn: 'You are logged in.',
  loggedOut: 'You are logged out.',
  wrongCredentials: 'The email or the password is incorrect.',
  alive: 'Your session is alive.',
  suspended: 'Your account is suspended. Please contact support.',
  providerUnavailable: (provider: SocialProvider) => `Sign-in with ${providerNames[provider]} is not available here.`,
  identityUnproven: 'This sign-in could not be verified. Please try again.',
  popupBlocked: 'Your browser blocked the sign-in window. Please allow it for this page and try again.',
  noGuardForEmail: 'There is no guard account for this e-mail. Please register first.',
  emailUnverified: (provider: SocialProvider) =>
    `${providerNames[provider]} has not verified your e-mail, so it cannot open an account here. Please log in with your password.`,
  otherIdentity: (provider: SocialProvider) =>
    `Your account is connected to another ${providerNames[provider]} account. Please use that one, or your password.`,
};
