import { boolean, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { within } from '../_kernel/exactness';
import { position } from '../_kernel/position';
import { civilDate, id, instant, pageOf, paging, siteZone } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { AUDIO_NOTE, enoteMessages, enoteRules, TEXT_NOTE } from './enotes.rules';

/** A note of a job. `at`: the event according to the guard, if plausible. `createdAt`: when the server received the note. */
export const enoteShape = object({
  id: string().required(),
  jobId: string().required(),
  /** The shift during which it happened; null if the guard had none at that time. */
  shiftId: string().nullable().defined(),
  title: string().required(),
  /** HH:mm:ss in UTC, as the guard entered it. */
  eventTime: string().required(),
  at: instant().required(),
  type: number()
    .oneOf([TEXT_NOTE, AUDIO_NOTE] as const)
    .required(),
  description: string().defined(),
  /** The stored name of the recording, with its actual extension; null without a recording. */
  file: string().nullable().defined(),
  seconds: number().nullable().defined(),
  bytes: number().nullable().defined(),
  photo: string().nullable().defined(),
  lat: number().nullable().defined(),
  long: number().nullable().defined(),
  accuracy: number().nullable().defined(),
  guardId: object({ id: string().required(), firstName: string().defined(), lastName: string().defined() }).required(),
  createdAt: instant().required(),
  /** Missing in replies of the previous release. */
  withinMs: within(),
});
export type ENote = InferType<typeof enoteShape>;

/** A job of the guard on the e-notes screens. */
export const enoteJobShape = object({
  jobId: string().required(),
  userId: string().required(),
  jobTitle: string().required(),
  description: string().defined(),
  location: object({ locationName: string().required(), lat: number().required(), long: number().required() }).required(),
  /** The guard's shift in progress, or else the last that began, or else the next. */
  shiftId: string().required(),
  startTime: instant().required(),
  endTime: instant().required(),
  timeZone: siteZone(),
  isWorked: boolean().required(),
  /** The number of the guard's shifts in this job, and the days of the first and the last. */
  shifts: number().required(),
  firstDay: civilDate().required(),
  lastDay: civilDate().required(),
  notes: number().required(),
  lastNoteAt: instant().nullable().defined(),
});
export type ENoteJob = InferType<typeof enoteJobShape>;

/**
 * Saves a note on a job that was awarded to the guard. 404: any other job. `at` is the event by the phone's corrected clock. Without it,
 * `eventTime` means the latest such time of day. `isNamed`: the guard has changed the time. A note that waited on the phone is accepted with its own time, however late it arrives.
 */
export const writeEnote = endpoint({
  id: 'enotes.write',
  method: 'POST',
  path: '/e-note',
  auth: 'approved',
  body: 'multipart',
  input: enoteRules.shape({ jobId: id().required(), shiftId: id(), at: instant(), isNamed: boolean(), ...position }),
  always: ['file'], // API-COMM-01
  /** `isServerTime`: the time of the event was not plausible, so `at` is the time of the server. */
  output: object({ id: string().required(), at: instant().required(), isServerTime: boolean().required() }),
  ok: enoteMessages.saved,
  silent: { otherwise: enoteMessages.notSent, reasons: { 404: enoteMessages.notYours } }, // ENOTE-16
});

/** The notes of one of the guard's jobs, by all guards who work there, newest first. */
export const listEnotes = endpoint({
  id: 'enotes.list',
  method: 'GET',
  path: '/e-note',
  auth: 'approved',
  keptOnDevice: true,
  input: object({ jobId: id().required(), ...paging() }),
  always: ['searchBy'], // API-COMM-03
  output: pageOf<ENote>(enoteShape),
});

/** The jobs that were awarded to the guard, ten per page: jobs in progress, then past ones by last work, then future ones. */
export const enoteJobs = endpoint({
  id: 'enotes.jobs',
  method: 'GET',
  path: '/e-note/guard/jobs',
  auth: 'approved',
  keptOnDevice: true,
  input: object({ pageNumber: paging().page }),
  output: pageOf<ENoteJob>(enoteJobShape),
});

export const readEnote = endpoint({
  id: 'enotes.read',
  method: 'GET',
  path: '/e-note/:id',
  auth: 'approved',
  input: object({ id: id().required() }),
  output: enoteShape,
});
