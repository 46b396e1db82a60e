import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { guardShape, loginReply } from '../_kernel/guard';
import { persistentNoticesShape } from '../_kernel/persistentNotices';
import { anything, id, nothing, optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { changePasswordInput } from './auth.change-password';
import { forgotRules, resetInput, resetMessages } from './auth.reset';
import { authMessages, loginInput, socialLoginInput } from './auth.rules';
import { logoutCall, sessionCall } from './auth.session';
import { registerInput, signupMessages } from './auth.signup';

export const login = endpoint({
  id: 'auth.login',
  method: 'POST',
  path: '/guard/auth/login',
  auth: 'basic',
  input: loginInput,
  output: loginReply,
  ok: authMessages.loggedIn,
  showsOwn401: true,
});

/**
 * Marks the start of a provider log-in in this browser with an HttpOnly cookie for ten minutes. `socialLogin` accepts only an ID token that
 * was issued after that.
 */
export const startSocialLogin = endpoint({
  id: 'auth.start-social-login',
  method: 'POST',
  path: '/guard/auth/social-login/start',
  auth: 'basic',
  input: nothing(),
  output: anything(),
});

/**
 * Verifies the provider's ID token and opens a session for the guard that it names; otherwise as `login` (API-AUTH-04..06). With a guard's
 * token it connects the provider's account to that guard and leaves the session unchanged (SETTING-20). The session must then be confirmed:
 * 403 with the reason `confirmation`. 409: the account belongs to another guard.
 */
export const socialLogin = endpoint({
  id: 'auth.social-login',
  method: 'POST',
  path: '/guard/auth/social-login',
  auth: 'basic',
  carriesToken: true,
  input: socialLoginInput,
  output: loginReply,
  ok: authMessages.loggedIn,
  showsOwn401: true,
});

export const logout = endpoint({
  ...logoutCall,
  input: object({ refreshToken: optionalText(512) }),
  output: anything(),
  ok: authMessages.loggedOut,
});

/** Checks the session and replies with the current guard, for the shell's onboarding steps and the FAQ page. */
export const session = endpoint({
  ...sessionCall,
  input: nothing(),
  output: object({ guard: guardShape.required(), now: string().required(), standing: persistentNoticesShape.nullable().optional() }),
  ok: authMessages.alive,
});

/** Creates a guard and binds the onboarding to this browser with an HttpOnly cookie. 409 marks a known e-mail or mobile number. */
export const register = endpoint({
  id: 'auth.register',
  method: 'POST',
  path: '/guard/auth/register',
  auth: 'basic',
  input: registerInput,
  always: ['middleName', 'licenseNumber'], // API-AUTH-14
  output: object({ guard: object({ id: id().required() }).required() }),
  ok: signupMessages.registered,
  showsOwn401: true,
});

/** Mails a link to choose a new password. The reply is the same for every address (API-AUTH-07, API-AUTH-08). */
export const forgotPassword = endpoint({
  id: 'auth.forgot-password',
  method: 'POST',
  path: '/guard/auth/forgot-password',
  auth: 'basic',
  input: forgotRules,
  output: anything(),
  ok: resetMessages.asked,
  showsOwn401: true,
});

/** Sets a new password with the mailed link and ends every session. 401: the link is used or expired (API-AUTH-09, API-AUTH-10). */
export const resetPassword = endpoint({
  id: 'auth.reset-password',
  method: 'POST',
  path: '/guard/auth/reset-password',
  auth: 'basic',
  query: ['token'],
  input: resetInput,
  output: anything(),
  ok: resetMessages.done,
  showsOwn401: true,
});

/** Changes the password if the current one is known, and ends all other sessions. 400 marks a wrong `oldPassword` (API-AUTH-11..13). */
export const changePassword = endpoint({
  id: 'auth.change-password',
  method: 'POST',
  path: '/guard/change-password',
  auth: 'approved',
  input: changePasswordInput,
  output: anything(),
  ok: resetMessages.done,
});
