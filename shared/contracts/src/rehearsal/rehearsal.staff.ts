import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { decimal, guardName, id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** Sets the API's clock, or resets it to the actual time if no key is given. Not available in production. */
export const moveClock = endpoint({
  id: 'rehearsal.clock',
  method: 'POST',
  path: '/clock',
  auth: 'staff',
  roles: 'rehearsal',
  command: { name: 'clock', arguments: ['now'], summary: 'sets the test clock; without a time it shows the true time again' },
  input: object({
    now: instant(),
    advanceMinutes: number().integer().min(1).max(5_256_000),
  }),
  output: object({ now: instant().required() }),
});

/** Ends the confirmations of a test guard's sessions, as if ten minutes had passed. 404: not a test guard. Not available in production. */
export const expireConfirmations = endpoint({
  id: 'rehearsal.expire-confirmations',
  method: 'POST',
  path: '/confirmations/expire',
  auth: 'staff',
  roles: 'rehearsal',
  input: object({ guard: guardName() }),
  output: object({ expired: number().required() }),
});

/** Messages to an e-mail address or phone number, newest first, at most 50. Not available in production. */
export const readMailbox = endpoint({
  id: 'rehearsal.mailbox',
  method: 'GET',
  path: '/mailbox',
  auth: 'staff',
  roles: 'rehearsal',
  command: { name: 'mailbox', arguments: ['to'], summary: 'shows the mails and text messages of the development mailbox' },
  input: object({ to: string().trim().required('Name an address or a number') }),
  output: array(
    object({
      channel: string().oneOf(['mail', 'sms']).required(),
      to: string().required(),
      subject: string().defined(),
      body: string().defined(),
      createdAt: instant().required(),
    }),
  ).required(),
});

/**
 * Turns a test job that was awarded to a test guard into past work: done, paid and rated. Its latest shift was paid `shortBy` dollars too
 * little. `licenceDays`: days until the guard's licence expires. 404: not a test guard or test job. Not available in production.
 */
export const makePast = endpoint({
  id: 'rehearsal.past',
  method: 'POST',
  path: '/past',
  auth: 'staff',
  roles: 'rehearsal',
  input: object({
    guard: guardName(),
    jobId: id().required(),
    shortBy: decimal(),
    licenceDays: number().integer().min(0).max(3650),
  }),
  output: object({ shifts: number().required() }),
});
