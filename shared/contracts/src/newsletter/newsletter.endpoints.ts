import { endpoint } from '../_kernel/endpoint';
import { anything } from '../_kernel/shapes';
import { newsletterMessages, newsletterRules } from './newsletter.rules';

/** A known address gets the same answer as a new one. */
export const subscribe = endpoint({
  id: 'newsletter.subscribe',
  method: 'POST',
  path: '/news-letter/public/add',
  auth: 'basic',
  input: newsletterRules,
  output: anything(),
  ok: newsletterMessages.subscribed,
});
