import { object, string } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { guardShape, loginReply } from '../_kernel/guard';
import { anything, nothing, optionalText } from '../_kernel/shapes';
import { authMessages, loginInput, socialLoginInput } from './auth.rules';

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

/** The provider's word, verified, opens the session of the guard that it names; otherwise as `login` (API-AUTH-04..06). */
export const socialLogin = endpoint({
  id: 'auth.social-login',
  method: 'POST',
  path: '/guard/auth/social-login',
  auth: 'basic',
  input: socialLoginInput,
  output: loginReply,
  ok: authMessages.loggedIn,
  showsOwn401: true,
});

export const logout = endpoint({
  id: 'auth.logout',
  method: 'POST',
  path: '/guard/auth/logout',
  auth: 'bearer',
  input: object({ refreshToken: optionalText(512) }),
  output: anything(),
  ok: authMessages.loggedOut,
});

/** The guard's session check: the guard as it is now, for the shell's holding rule and the FAQ page. */
export const session = endpoint({
  id: 'auth.session',
  method: 'GET',
  path: '/guard/auth/session',
  auth: 'bearer',
  input: nothing(),
  output: object({ guard: guardShape.required(), now: string().required() }),
  ok: authMessages.alive,
});
