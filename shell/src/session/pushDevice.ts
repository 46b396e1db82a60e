import { call } from '@portal/api-client/call';
import { setDevice } from '@portal/contracts/auth/auth.connections';
import type { FirebaseConfig } from '../platform/pageData';
import { deviceToken } from './push';

/** Registers this device for the push messages of the session. Resolves with false if the provider gives no token; rejects as a call does. */
export async function registerDevice(config: FirebaseConfig | null): Promise<boolean> {
  const token = await deviceToken(config);
  if (token === 'web') return false;
  await call(setDevice, { deviceToken: token });
  return true;
}
