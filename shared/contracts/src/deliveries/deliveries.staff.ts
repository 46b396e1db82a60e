import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** `queued`: will be sent. `failed`: a try failed and another one follows. `dead`: no more tries. */
export const deliveryStates = ['queued', 'failed', 'dead'] as const;

export const channels = ['mail', 'sms'] as const;

export const deliveryMessages = {
  unknown: 'There is no such message that waits or was given up',
  beingSent: 'It is being sent just now',
  erased: 'Its code or link was erased when it was given up: have a new one sent',
};

/**
 * Mails and text messages that have not arrived, latest first: 200, and all others with the instant of the last one. `state` filters;
 * `before` continues with earlier ones. The reply never contains their texts.
 */
export const listDeliveries = endpoint({
  id: 'deliveries.list',
  method: 'GET',
  path: '/deliveries',
  auth: 'staff',
  roles: ['ops'],
  command: {
    name: 'deliveries',
    arguments: ['state'],
    summary: 'lists undelivered mails and text messages: queued, failed (will be retried), dead (given up); --before continues the list',
  },
  input: object({ state: string().oneOf(deliveryStates), before: instant().optional() }),
  output: array(
    object({
      id: string().required(),
      state: string().oneOf(deliveryStates).required(),
      channel: string().oneOf(channels).required(),
      to: string().required(),
      subject: string().defined(),
      tries: number().required(),
      /** The error of the last try, from the receiver's server or ours. */
      lastError: string().nullable().defined(),
      triedAt: instant().nullable().defined(),
      createdAt: instant().required(),
    }),
  ).required(),
});

/** Sends a message again now, with a new set of tries. 404: it is no longer waiting. 409: it is being sent, or its text was erased. */
export const retryDelivery = endpoint({
  id: 'deliveries.retry',
  method: 'POST',
  path: '/deliveries/retry',
  auth: 'staff',
  roles: ['ops'],
  command: { name: 'retry-delivery', arguments: ['id'], summary: 'retries one message now' },
  input: object({ id: id().required() }),
  output: anything(),
});

/** The number of messages that are tried again, the number that is left, and the `before` of the next batch. */
export const revivalShape = object({ retried: number().required(), left: number().required(), before: instant().required() });
export type Revival = InferType<typeof revivalShape>;

/**
 * Retries the dead messages of a channel after an outage, oldest first, some hundred per batch. `since` is the start of the outage. Each
 * further batch sends the `before` that the first one replied, because messages that fail again would otherwise be retried without end.
 * Messages with a code or a link, permanently refused messages, and calls about an SOS that has ended stay dead.
 */
export const retryDead = endpoint({
  id: 'deliveries.retry-dead',
  method: 'POST',
  path: '/deliveries/retry-dead',
  auth: 'staff',
  roles: ['ops'],
  command: {
    name: 'retry-dead',
    arguments: ['channel'],
    summary: 'retries the dead messages of a channel (mail, sms) after an outage, in batches; --since is its start (2027-03-10T14:00Z)',
    // Messages that fail again in the meantime are dead after `before`: they are not retried once more, so the loop ends.
    nextBatch: (data) => (revivalShape.isValidSync(data) && data.retried > 0 && data.left > 0 ? { before: data.before } : null),
  },
  input: object({
    channel: string().oneOf(channels).required(),
    since: instant().required('When the outage began, as 2027-03-10T14:00Z'),
    before: instant().optional(),
  }),
  output: revivalShape,
});
