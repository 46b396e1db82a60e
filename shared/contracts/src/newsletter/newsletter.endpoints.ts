import { endpoint } from '../_kernel/endpoint';
import { anything } from '../_kernel/shapes';
import { subscribeId } from './newsletter.copy';
import { newsletterMessages, newsletterRules } from './newsletter.rules';

/**
 * A subscription is a consent to `newsletterConsent`. The reply for a known address is the same as for a new one, and no second mail is
 * sent. `HONEYPOT` works as in an enquiry.
 */
export const subscribe = endpoint({
  id: subscribeId,
  method: 'POST',
  path: '/news-letter/public/add',
  auth: 'basic',
  input: newsletterRules,
  output: anything(),
  ok: newsletterMessages.subscribed,
});
