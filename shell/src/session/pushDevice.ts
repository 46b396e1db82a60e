import { call } from '@portal/api-client/call';
import { setDevice } from '@portal/contracts/auth/auth.connections';
import type { FirebaseConfig } from '../boot/pageData';
import { deviceToken } from './push';

/** Tells the server where push messages of this session go. Resolves false when the provider gives no token; rejects as a call does. */
export async function registerDevice(config: FirebaseConfig | null): Promise<boolean> {
  const token = await deviceToken(config);
  if (token === 'web') return false;
  await call(setDevice, { deviceToken: token });
  return true;
}
