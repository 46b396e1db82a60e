import { array, boolean, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id, instant, nothing, optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** The live cover offers, proposed ones first, then by the start of the shift; at most 200. */
export const liveCovers = endpoint({
  id: 'covers.live',
  method: 'GET',
  path: '/covers/live',
  auth: 'staff',
  roles: ['dispatcher'],
  command: { name: 'list-covers', summary: 'lists shifts that guards offer to other guards, those with a proposed guard first' },
  input: nothing(),
  output: array(
    object({
      offerId: string().required(),
      state: string().required(),
      jobId: string().required(),
      jobTitle: string().required(),
      locationName: string().required(),
      shiftId: string().required(),
      startTime: instant().required(),
      guard: string().required(),
      note: string().defined(),
      proposedGuard: string().nullable().defined(),
      offeredAt: instant().required(),
      endsAt: instant().required(),
    }),
  ).required(),
});

const decided = object({ offerId: string().required(), state: string().required() });

/** Moves the shift to the proposed guard. 404: no such offer. 409: no guard is proposed, the shift has begun, or the guard does not fit any more. */
export const approveCover = endpoint({
  id: 'covers.approve',
  method: 'POST',
  path: '/covers/approve',
  auth: 'staff',
  roles: ['dispatcher'],
  command: { name: 'approve-cover', arguments: ['offerId'], summary: 'moves an offered shift to the proposed guard and notifies both' },
  input: object({ offerId: id().required() }),
  output: decided,
});

/** Ends an offer with a proposed guard; the shift stays with the first guard. */
export const refuseCover = endpoint({
  id: 'covers.refuse',
  method: 'POST',
  path: '/covers/refuse',
  auth: 'staff',
  roles: ['dispatcher'],
  command: { name: 'refuse-cover', arguments: ['offerId', 'reason'], summary: 'leaves an offered shift with its guard and notifies both' },
  input: object({ offerId: id().required(), reason: optionalText() }),
  output: decided,
});

/** Whether the site of a job approves the first guard who accepts a shift. 404: no such job. */
export const setCoverRule = endpoint({
  id: 'covers.set-rule',
  method: 'POST',
  path: '/covers/rule',
  auth: 'staff',
  roles: ['dispatcher'],
  command: {
    name: 'set-cover-rule',
    arguments: ['jobId', 'isAutomatic'],
    summary: 'whether the site of a job approves the first guard who accepts a shift (true), or dispatch does (false)',
  },
  input: object({ jobId: id().required(), isAutomatic: boolean().required() }),
  output: object({ jobId: string().required(), locationName: string().required(), isAutomatic: boolean().required() }),
});
