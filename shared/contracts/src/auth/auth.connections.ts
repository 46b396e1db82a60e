import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { providerNames, type SocialProvider, socialType } from './auth.rules';

export const connectionMessages = {
  connected: (provider: SocialProvider) => `${providerNames[provider]} is connected.`,
  disconnected: (provider: SocialProvider) => `${providerNames[provider]} is disconnected.`,
  ofAnother: (provider: SocialProvider) => `This ${providerNames[provider]} account is connected to another guard account.`,
  onlyWayIn: (provider: SocialProvider) =>
    `As far as we know, ${providerNames[provider]} is your only way to log in. Log in with your password once, or set one: log out, then choose “Forgot password?”.`,
} as const;

/** Mail to the guard, so that they notice a change by another person. */
export const connectionMail = (provider: SocialProvider, isConnected: boolean) => ({
  subject: `${providerNames[provider]} was ${isConnected ? 'connected to' : 'disconnected from'} your account`,
  body: `You can ${isConnected ? 'now' : 'no longer'} log in to your guard account with this ${providerNames[provider]} account.\n\nIf this was not you, change your password and check Connected accounts in Settings.`,
});

/** Disconnects a provider's account. 409: the guard could not log in without it. Replies with success if it was not connected. */
export const disconnectSocial = endpoint({
  id: 'auth.social-disconnect',
  method: 'POST',
  path: '/guard/auth/social-disconnect',
  auth: 'approved',
  confirmed: true,
  // An idempotency key would lock the guard's row. Two calls at the same time would then wait for each other.
  knowsRepeats: true,
  input: object({ socialType: socialType() }),
  output: anything(),
});

/** Stores the push token for the device of this session; `web` means no token. */
export const setDevice = endpoint({
  id: 'auth.set-device',
  method: 'PATCH',
  path: '/guard/auth/device',
  auth: 'bearer',
  input: object({ deviceToken: string().trim().required('The token is missing').max(4096, 'The token is too long') }),
  output: anything(),
});
