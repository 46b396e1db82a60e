import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { within } from '../_kernel/exactness';
import { id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { handoverLimits, handoverMessages, handoverRules } from './handovers.rules';

export const handoverShape = object({
  noteId: string().required(),
  /** Each change of a note is its next version. */
  version: number().required(),
  guard: string().required(),
  at: instant().required(),
  /** Missing in replies of the previous release. */
  withinMs: within(),
  text: string().defined(),
  /** A data URL, so that the kept reply has it without a connection; null without a recording. */
  recording: string().nullable().defined(),
  seconds: number().nullable().defined(),
  /** When the calling guard read this version; null before. */
  readAt: instant().nullable().defined(),
});
export type Handover = InferType<typeof handoverShape>;

/**
 * Stores the handover note of a guard's shift in place of an earlier one. Kept with its own time, also when it waited on the device; a note that is
 * older than the stored one changes nothing. 404: not a shift of the guard. 409: before the shift, or more than an hour after its end.
 */
export const leaveHandover = endpoint({
  id: 'handovers.leave',
  method: 'POST',
  path: '/shift/handover',
  auth: 'approved',
  body: 'multipart',
  input: handoverRules.shape({ jobId: id().required(), shiftId: id().required(), at: instant() }),
  output: object({ version: number().required(), at: instant().required() }),
  ok: handoverMessages.saved,
});

/**
 * The notes of other guards at the site of one of the guard's shifts: all of the last day, else the newest of the last week. Empty until twelve hours
 * before the start. 404: not a shift of the guard, or it is over.
 */
export const handoversOfShift = endpoint({
  id: 'handovers.of-shift',
  method: 'GET',
  path: '/shift/handovers',
  auth: 'approved',
  keptOnDevice: true,
  input: object({ shiftId: id().required() }),
  output: array(handoverShape).required(),
});

/**
 * The guard has read versions of notes. Kept with its own time, also when it waited on the device. A repetition changes nothing.
 * 404: not a shift of the guard, or none of the notes is of its site.
 */
export const readHandovers = endpoint({
  id: 'handovers.read',
  method: 'POST',
  path: '/shift/handovers/read',
  auth: 'approved',
  input: object({
    jobId: id().required(),
    shiftId: id().required(),
    notes: array(object({ noteId: id().required(), version: number().integer().min(1).required() }))
      .min(1)
      .max(handoverLimits.shown)
      .required(),
    at: instant(),
  }),
  output: object({ at: instant().required() }),
  ok: handoverMessages.acknowledged,
});
