import { array, boolean, type InferType, number, object } from 'yup';
import { civilDate, decimal, instant, siteZone } from '../_kernel/shapes';
import { assignmentStates } from '../_kernel/shift';
import { string } from '../_kernel/text';

/** A point of the guard's phone; `accuracy` in metres, as the phone said it. */
const point = { lat: number().nullable().defined(), long: number().nullable().defined(), accuracy: number().nullable().defined() };

/**
 * Two times stand beside each act. `at` is the one that counts: the phone's instant of the act where the server could
 * believe it, else the server's. `receivedAt` is when the server heard of it: later, when the act waited in the outbox.
 */
const times = { at: instant().required(), receivedAt: instant().required() };

export const breakShape = object({
  breakId: string().required(),
  reason: object({ id: string().required(), name: string().required() }).required(),
  description: string().required(),
  ...times,
  /** Null while it runs. */
  endedAt: instant().nullable().defined(),
});
export type Break = InferType<typeof breakShape>;

/** An SOS as the server holds it; before that it is `not sent` or `sending`, which only the phone knows. */
export const sosShape = object({
  sosId: string().required(),
  state: string().oneOf(['sent', 'acknowledged']).required(),
  /** False once the guard turned it off. */
  isActive: boolean().required(),
  ...times,
  ...point,
  /** When a server of the team's had accepted the first message about it; null before. Missing in an API of the release before. */
  reachedAt: instant().nullable(),
  acknowledgedAt: instant().nullable().defined(),
  /** The dispatcher's name; null when it is unknown. Missing in an API of the release before. */
  acknowledgedBy: string().nullable(),
  endedAt: instant().nullable().defined(),
});
export type Sos = InferType<typeof sosShape>;

/** One of the guard's own shifts with everything that happened on it: what /onJob shows, and the record that is printed. */
export const workedShiftShape = object({
  jobId: string().required(),
  shiftId: string().required(),
  /** The owner of the job. */
  userId: string().required(),
  jobTitle: string().required(),
  location: object({ locationName: string().required(), lat: number().required(), long: number().required() }).required(),
  shiftDate: civilDate().required(),
  startTime: instant().required(),
  endTime: instant().required(),
  timeZone: siteZone(),
  state: string()
    .oneOf([...assignmentStates])
    .required(),
  /** The customer or staff cancelled the job. What is running may still be ended. */
  isCancelled: boolean().required(),
  /** From here on the server takes an arrival, and a start. */
  arriveFrom: instant().required(),
  startFrom: instant().required(),
  arrival: object({
    ...times,
    ...point,
    /** Metres from the site; null without a position. */
    distance: number().nullable().defined(),
    isFar: boolean().required(),
  })
    .nullable()
    .defined(),
  started: object(times).nullable().defined(),
  breaks: array(breakShape).required(),
  sos: array(sosShape).required(),
  /** What was noted on the shift, by whoever works it. All but the first three are missing in an API of before. */
  enotes: array(
    object({
      title: string().required(),
      description: string().defined(),
      at: instant().required(),
      receivedAt: instant(),
      /** First and last name. */
      guard: string(),
      /** Seconds of its recording; null without one. */
      seconds: number().nullable(),
      hasPhoto: boolean(),
    }),
  ).required(),
  ended: object({
    ...times,
    /** Staff closed it: no reason and no comment then. */
    byStaff: boolean().required(),
    endReasonId: object({ id: string().required(), name: string().required() }).nullable().defined(),
    shiftEndComment: string().defined(),
    /** Stars for the client in halves; 0 not rated. */
    rating: number().required(),
  })
    .nullable()
    .defined(),
  /** Dollars an hour. */
  hourlyRate: decimal().required(),
  /** Pay begins at the later of this and the real start: the scheduled start, or an earlier start that dispatch confirmed. Missing in an API of the release before. */
  paidFrom: instant().nullable(),
  /** Hours of the schedule. */
  totalShiftHours: decimal().required(),
  /** Hours within the schedule that are paid, until now or until the end; breaks are paid. */
  paidHours: decimal().required(),
  /** Dollars: what was credited, else what is earned until now. */
  earning: decimal().required(),
  /** Dollars for the whole schedule. */
  expectedEarning: decimal().required(),
});
export type WorkedShift = InferType<typeof workedShiftShape>;
