import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { nothing, secret } from '../_kernel/shapes';

/**
 * Replies with the guard's key for encrypting queue entries on their devices: 32 bytes in base64url. The first call creates it; later calls
 * reply with the same key.
 */
export const deviceKey = endpoint({
  id: 'auth.device-key',
  method: 'POST',
  path: '/guard/auth/device-key',
  auth: 'bearer',
  knowsRepeats: true,
  input: nothing(),
  output: object({ key: secret().required() }),
});
