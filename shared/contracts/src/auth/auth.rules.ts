import { number, object, string } from 'yup';
import { copy } from '../_kernel/copy';
import { email, optionalText } from '../_kernel/shapes';

/** deviceType 3 is the web (CODE-12), deviceId is always 'web' (CODE-13). */
export const device = { deviceType: 3, deviceId: 'web' } as const;

export const loginRules = object({
  email: email(), // LOGIN-08, LOGIN-09
  password: string().typeError(copy.passwordRequired).required(copy.passwordRequired).max(1024, copy.passwordRequired), // LOGIN-10
});

export const loginInput = loginRules.shape({
  deviceToken: optionalText(4096).default('web'),
  deviceId: optionalText(64).default(device.deviceId),
  deviceType: number().default(device.deviceType),
});

/** The fixed credential of every call that runs before a session (AUTHZ-11, AUTHZ-19), unless PORTAL_BASIC says otherwise on host and API. It names the client and proves nothing. */
export const clientCredential = 'guard-portal:guard-portal';

export const authMessages = {
  loggedIn: 'You are logged in.',
  loggedOut: 'You are logged out.',
  wrongCredentials: 'The email or the password is not right.',
  alive: 'Your session is alive.',
  suspended: 'Your account is suspended. Please contact support.',
};

/** The logout question, title and body (SHELL-43). */
export const logoutQuestion = { title: 'Are you sure', body: 'You want to logout?' } as const;
