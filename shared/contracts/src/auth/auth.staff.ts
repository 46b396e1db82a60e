import { number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { guardName, id } from '../_kernel/shapes';

/** Removes every second factor of a guard who lost their phone. Staff verify the caller's identity first. */
export const resetFactors = endpoint({
  id: 'auth.reset-factors',
  method: 'POST',
  path: '/guards/reset-factors',
  auth: 'staff',
  roles: ['support'],
  command: {
    name: 'reset-factors',
    arguments: ['guard'],
    summary: 'removes the second factors of a guard who lost the device; check the identity of the caller first',
  },
  input: object({ guard: guardName() }),
  output: object({ id: id().required(), removed: number().required() }),
  ok: 'The guard has no second factor any more.',
});

/**
 * Staff end every session of a guard, for example after a phone was stolen. Closes the open pages and a registration in progress. The
 * password stays; a guard whose password is known to others must use "Forgot password".
 */
export const endEverySession = endpoint({
  id: 'auth.end-every-session',
  method: 'POST',
  path: '/guards/end-sessions',
  auth: 'staff',
  roles: ['support', 'ops'],
  command: {
    name: 'end-sessions',
    arguments: ['guard'],
    summary: 'logs a guard out everywhere, for example after a theft; the password stays',
  },
  input: object({ guard: guardName() }),
  output: object({ id: id().required(), ended: number().required() }),
  ok: 'The guard is signed out everywhere.',
});
