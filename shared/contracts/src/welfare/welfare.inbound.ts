import { object } from 'yup';
import { BASE } from '../_kernel/endpoint';
import { plainString } from '../_kernel/text';

/** The address to which the provider of text messages sends the replies of guards. No endpoint, because the provider's signature covers the raw body. */
export const inboundSmsPath = `${BASE}/sms/inbound`;

/** A text message of a guard. */
export const inboundSms = object({ from: plainString().required().max(20), text: plainString().defined().max(1_600) });
