import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { nothing, secret } from '../_kernel/shapes';

/** Replies the guard's key for waiting writes on their devices, 32 bytes in base64url. The first call makes it; each later one replies the same. */
export const deviceKey = endpoint({
  id: 'auth.device-key',
  method: 'POST',
  path: '/guard/auth/device-key',
  auth: 'bearer',
  knowsRepeats: true,
  input: nothing(),
  output: object({ key: secret().required() }),
});
