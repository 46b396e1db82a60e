import { object, string } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { ownPassword } from '../_kernel/own-password';
import { anything } from '../_kernel/shapes';
import { providerNames, type SocialProvider, socialType } from './auth.rules';

export const connectionMessages = {
  connected: (provider: SocialProvider) => `${providerNames[provider]} is connected.`,
  disconnected: (provider: SocialProvider) => `${providerNames[provider]} is disconnected.`,
  ofAnother: (provider: SocialProvider) => `This ${providerNames[provider]} account is connected to another guard account.`,
  onlyWayIn: (provider: SocialProvider) =>
    `As far as we know, ${providerNames[provider]} is your only way to log in. Log in with your password once, or choose one: log out, then “Forgot password?”.`,
} as const;

/** What connecting asks for before the provider's own dialog. */
export const connectRules = object({ password: ownPassword() });

/** To the guard, so that a change by somebody else is noticed. */
export const connectionMail = (provider: SocialProvider, isConnected: boolean) => ({
  subject: `${providerNames[provider]} was ${isConnected ? 'connected to' : 'disconnected from'} your account`,
  body: `From now on your guard account ${isConnected ? 'opens with' : 'no longer opens with'} this ${providerNames[provider]} account.\n\nIf it was not you, change your password and look at Settings, Connected accounts.`,
});

/** Takes a provider's account off the guard's. 409: nothing else would open the account. Not connected: replies the same. */
export const disconnectSocial = endpoint({
  id: 'auth.social-disconnect',
  method: 'POST',
  path: '/guard/auth/social-disconnect',
  auth: 'approved',
  // A key would hold the guard's row, which two at once then both want to change: each would wait for the other.
  knowsRepeats: true,
  input: object({ socialType: socialType() }),
  output: anything(),
});

/** Says under which token push messages reach the device of this session; `web`: under none. */
export const setDevice = endpoint({
  id: 'auth.set-device',
  method: 'PATCH',
  path: '/guard/auth/device',
  auth: 'bearer',
  input: object({ deviceToken: string().trim().required('The token is missing').max(4096, 'The token is too long') }),
  output: anything(),
});
