import { boolean, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { position } from '../_kernel/position';
import { civilDate, id, instant, pageOf, paging, siteZone } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { AUDIO, enoteMessages, enoteRules, TEXT } from './enotes.rules';

/** A note of a job. `at` is when it happened, by its guard as far as the server could believe it; `createdAt` when the server had it. */
export const enoteShape = object({
  id: string().required(),
  jobId: string().required(),
  /** The shift in which it happened; null when the guard had none then. */
  shiftId: string().nullable().defined(),
  title: string().required(),
  /** HH:mm:ss in UTC, as it was written. */
  eventTime: string().required(),
  at: instant().required(),
  type: number()
    .oneOf([TEXT, AUDIO] as const)
    .required(),
  description: string().defined(),
  /** The stored name of the recording, with its true extension; null without one. */
  file: string().nullable().defined(),
  seconds: number().nullable().defined(),
  bytes: number().nullable().defined(),
  photo: string().nullable().defined(),
  lat: number().nullable().defined(),
  long: number().nullable().defined(),
  accuracy: number().nullable().defined(),
  guardId: object({ id: string().required(), firstName: string().defined(), lastName: string().defined() }).required(),
  createdAt: instant().required(),
});
export type ENote = InferType<typeof enoteShape>;

/** A job of the guard's, as the e-notes show it. */
export const enoteJobShape = object({
  jobId: string().required(),
  userId: string().required(),
  jobTitle: string().required(),
  description: string().defined(),
  location: object({ locationName: string().required(), lat: number().required(), long: number().required() }).required(),
  /** The guard's shift there that is worked, else the last that began, else the next. */
  shiftId: string().required(),
  startTime: instant().required(),
  endTime: instant().required(),
  timeZone: siteZone(),
  /** The guard works it at this moment. */
  isWorked: boolean().required(),
  /** How many shifts of the job are the guard's, and the days of the first and the last. */
  shifts: number().required(),
  firstDay: civilDate().required(),
  lastDay: civilDate().required(),
  notes: number().required(),
  lastNoteAt: instant().nullable().defined(),
});
export type ENoteJob = InferType<typeof enoteJobShape>;

/**
 * Writes a note on a job that was awarded to the guard; 404 for any other. `at` is the event by the phone's corrected clock; without it
 * `eventTime` is taken as the last such time of day. A note that waited on the phone is taken however late it arrives, with its own time.
 */
export const writeEnote = endpoint({
  id: 'enotes.write',
  method: 'POST',
  path: '/e-note',
  auth: 'approved',
  body: 'multipart',
  input: enoteRules.shape({ jobId: id().required(), shiftId: id(), at: instant(), ...position }),
  always: ['file'], // API-COMM-01
  /** `isServerTime`: the event's time could not be believed, `at` is the server's. */
  output: object({ id: string().required(), at: instant().required(), isServerTime: boolean().required() }),
  ok: enoteMessages.saved,
  silent: { otherwise: enoteMessages.notSent, reasons: { 404: enoteMessages.notYours } }, // ENOTE-16
});

/** The notes of a job of the guard's, by everybody who works there, newest first. */
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

/** The jobs that were awarded to the guard, ten a page: what is worked, what was worked last, what comes. */
export const enoteJobs = endpoint({
  id: 'enotes.jobs',
  method: 'GET',
  path: '/e-note/guard/jobs',
  auth: 'approved',
  keptOnDevice: true,
  input: object({ pageNumber: paging().page }),
  output: pageOf<ENoteJob>(enoteJobShape),
});

/** One note of a job of the guard's. */
export const readEnote = endpoint({
  id: 'enotes.read',
  method: 'GET',
  path: '/e-note/:id',
  auth: 'approved',
  input: object({ id: id().required() }),
  output: enoteShape,
});

/** The notes of a job, for staff, newest first; files by `media.staff`. */
export const staffEnotes = endpoint({
  id: 'enotes.staff-list',
  method: 'GET',
  path: '/e-notes',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  input: object({ jobId: id().required(), ...paging() }),
  output: pageOf<ENote>(enoteShape),
});

/** One note, for staff. */
export const staffEnote = endpoint({
  id: 'enotes.staff-read',
  method: 'GET',
  path: '/e-notes/:id',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  input: object({ id: id().required() }),
  output: enoteShape,
});
