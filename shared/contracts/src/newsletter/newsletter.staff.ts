import { array, boolean, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, email, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** Subscribers, latest first, at most 1000. `held`: the hidden field was filled in, so a program subscribed. */
export const listSubscribers = endpoint({
  id: 'newsletter.list',
  method: 'GET',
  path: '/newsletter',
  auth: 'staff',
  roles: ['support'],
  command: { name: 'list-subscribers', summary: 'lists the subscribers of the newsletter, latest first' },
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

/** Removes an address from the list, on request of its owner. 404: not on the list. */
export const unsubscribe = endpoint({
  id: 'newsletter.unsubscribe',
  method: 'POST',
  path: '/newsletter/unsubscribe',
  auth: 'staff',
  roles: ['support'],
  command: {
    name: 'unsubscribe',
    arguments: ['email'],
    summary: 'removes an e-mail address from the newsletter, at the request of its owner',
  },
  input: object({ email: email() }),
  output: anything(),
});
