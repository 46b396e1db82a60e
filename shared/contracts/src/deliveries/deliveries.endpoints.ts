import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** `queued`: it goes out as soon as its turn comes. `failed`: it was tried in vain, and is tried again. `dead`: it was given up. */
export const deliveryStates = ['queued', 'failed', 'dead'] as const;

export const channels = ['mail', 'sms'] as const;

export const deliveryMessages = {
  unknown: 'There is no such message that waits or was given up',
  beingSent: 'It is being sent just now',
  erased: 'Its code or link was erased when it was given up: have a new one sent',
};

/** Mails and text messages that have not arrived, those that were asked to go last first, 200 and those of the same instant as the last one; `state` names some of them, `before` those that were asked to go earlier. Never what they say. */
export const listDeliveries = endpoint({
  id: 'deliveries.list',
  method: 'GET',
  path: '/deliveries',
  auth: 'staff',
  roles: ['ops'],
  input: object({ state: string().oneOf(deliveryStates), before: instant().optional() }),
  output: array(
    object({
      id: string().required(),
      state: string().oneOf(deliveryStates).required(),
      channel: string().oneOf(channels).required(),
      to: string().required(),
      subject: string().defined(),
      tries: number().required(),
      /** What the receiver's server or ours said at the last try. */
      lastError: string().nullable().defined(),
      triedAt: instant().nullable().defined(),
      createdAt: instant().required(),
    }),
  ).required(),
});

/** Tries a message once more, now, with all its tries before it. 404: it waits no more. 409: it is being sent, or what it said was erased. */
export const retryDelivery = endpoint({
  id: 'deliveries.retry',
  method: 'POST',
  path: '/deliveries/retry',
  auth: 'staff',
  roles: ['ops'],
  input: object({ id: id().required() }),
  output: anything(),
});

/** How many of a batch are tried again, how many that may be are left, and the `before` that the next batch is asked with. */
export const revivalShape = object({ retried: number().required(), left: number().required(), before: instant().required() });
export type Revival = InferType<typeof revivalShape>;

/**
 * Tries what was given up on a channel once more, the oldest first, some hundred at a time: after an outage, with all that was given up `since`
 * it began. `before`, what the first batch was answered, with each further one: else what is given up again meanwhile would be tried without an
 * end. What held a code or a link, what was refused for good and a call for an SOS that is over stay dead.
 */
export const retryDead = endpoint({
  id: 'deliveries.retry-dead',
  method: 'POST',
  path: '/deliveries/retry-dead',
  auth: 'staff',
  roles: ['ops'],
  input: object({
    channel: string().oneOf(channels).required(),
    since: instant().required('When the outage began, as 2027-03-10T14:00Z'),
    before: instant().optional(),
  }),
  output: revivalShape,
});
