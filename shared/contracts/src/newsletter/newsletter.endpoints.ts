import { array, boolean, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, email, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { subscribeId } from './newsletter.copy';
import { newsletterMessages, newsletterRules } from './newsletter.rules';

/**
 * Subscribing is the consent: the page says to what (`newsletterConsent`). A known address gets the same answer as a new one, and no
 * second mail. `HONEYPOT` as for an enquiry.
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

/** Who subscribed, latest first, at most 1000. `held`: by its hidden field, a program did. */
export const listSubscribers = endpoint({
  id: 'newsletter.list',
  method: 'GET',
  path: '/newsletter',
  auth: 'staff',
  roles: ['support'],
  input: nothing(),
  output: array(
    object({
      email: string().required(),
      consentedAt: instant().nullable().defined(),
      wording: number().nullable().defined(),
      held: boolean().required(),
      unsubscribedAt: instant().nullable().defined(),
      createdAt: instant().required(),
    }),
  ).required(),
});

/** Takes an address off the list, as its owner asked. 404: it is not on it. */
export const unsubscribe = endpoint({
  id: 'newsletter.unsubscribe',
  method: 'POST',
  path: '/newsletter/unsubscribe',
  auth: 'staff',
  roles: ['support'],
  input: object({ email: email() }),
  output: anything(),
});
