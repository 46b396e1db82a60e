import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { decimal, guardName, id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** Moves the API's clock, or returns it to the true time with none of the keys. Not offered in production. */
export const moveClock = endpoint({
  id: 'rehearsal.clock',
  method: 'POST',
  path: '/clock',
  auth: 'staff',
  roles: 'rehearsal',
  input: object({
    now: instant(),
    advanceMinutes: number().integer().min(1).max(5_256_000),
  }),
  output: object({ now: instant().required() }),
});

/** Ends the confirmations of a test guard's sessions, as ten minutes do. 404 a guard that no test made. Not offered in production. */
export const expireConfirmations = endpoint({
  id: 'rehearsal.expire-confirmations',
  method: 'POST',
  path: '/confirmations/expire',
  auth: 'staff',
  roles: 'rehearsal',
  input: object({ guard: guardName() }),
  output: object({ expired: number().required() }),
});

/** What was mailed and texted to an address or number, newest first, at most 50. Not offered in production. */
export const readMailbox = endpoint({
  id: 'rehearsal.mailbox',
  method: 'GET',
  path: '/mailbox',
  auth: 'staff',
  roles: 'rehearsal',
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
 * Turns a test job that a test guard was awarded into work of the last days: done, paid and rated. Its latest shift was paid `shortBy`
 * dollars less than its record says. `licenceDays`: their licence ends in so many days. 404 a guard or a job that no test made. Not
 * offered in production.
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
