import { BASE } from '../_kernel/endpoint';

/** The address to which the provider of text messages sends the replies of guards. No endpoint, because the provider's signature covers the raw body. */
export const inboundSmsPath = `${BASE}/sms/inbound`;
