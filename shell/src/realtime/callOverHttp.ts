import { call, isApiError } from '@portal/api-client/call';
import { endpoint, overHttp } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { anything } from '@portal/contracts/_kernel/shapes';
import type { SocketCall } from './realtimeChannel';

const endpointOf = (name: string) =>
  endpoint({ id: 'live.call', ...overHttp(name), auth: 'approved', input: anything(), output: anything(), knowsRepeats: true });

/** The envelope of a socket call that goes over HTTP, a refusal's too. Rejects without a reply. */
export async function callOverHttp({ name, input, key }: SocketCall): Promise<Envelope> {
  try {
    const { code, message, data } = await call(endpointOf(name), input, key === undefined ? {} : { idempotencyKey: key });
    return { code, message, data };
  } catch (error) {
    if (!isApiError(error) || error.code === 0) throw error;
    const { code, message, userMessage, fields: errors, data, reference, reason, retryAfter } = error;
    const more = { ...(reference && { reference }), ...(reason && { reason }), ...(retryAfter !== undefined && { retryAfter }) };
    return { code, message, userMessage, errors, data, ...more };
  }
}
