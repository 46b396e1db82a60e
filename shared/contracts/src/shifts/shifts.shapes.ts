import { array, boolean, type InferType, number, object } from 'yup';
import { within } from '../_kernel/exactness';
import { civilDate, decimal, instant, siteZone } from '../_kernel/shapes';
import { assignmentStates } from '../_kernel/shift';
import { string } from '../_kernel/text';
import { welfareShape } from '../_kernel/welfare';

/** A position of the guard's phone; `accuracy` in metres, as the phone reported. */
const point = { lat: number().nullable().defined(), long: number().nullable().defined(), accuracy: number().nullable().defined() };

/**
 * The two times of an event. `at` counts: the phone's instant if it is plausible, or else the server's time. `receivedAt` is later if the
 * action waited in the outbox. `withinMs` is missing in replies of the previous release.
 */
const times = { at: instant().required(), receivedAt: instant().required(), withinMs: within() };

export const breakShape = object({
  breakId: string().required(),
  reason: object({ id: string().required(), name: string().required() }).required(),
  description: string().required(),
  ...times,
  /** Null during the break. */
  endedAt: instant().nullable().defined(),
  endedWithinMs: within(),
});
export type Break = InferType<typeof breakShape>;

/** `press`: the guard pressed SOS. `no-answer`: the guard did not answer a welfare check. */
export const sosReasons = ['press', 'no-answer'] as const;

/** An SOS on the server. The earlier states `not sent` and `sending` exist only on the phone. */
export const sosShape = object({
  sosId: string().required(),
  state: string().oneOf(['sent', 'acknowledged']).required(),
  /** False after the guard switched it off. */
  isActive: boolean().required(),
  ...times,
  ...point,
  /** When a mail or SMS server accepted the first message to the team; null before. Missing in replies of the previous release. */
  reachedAt: instant().nullable(),
  acknowledgedAt: instant().nullable().defined(),
  /** The dispatcher's name; null if unknown. Missing in replies of the previous release. */
  acknowledgedBy: string().nullable(),
  endedAt: instant().nullable().defined(),
  /** Missing in replies of the previous release, in which every SOS was a press of the guard. */
  reason: string()
    .oneOf([...sosReasons])
    .nullable(),
  /** For an SOS without a press: the time of the position, the battery level of the phone in percent, and the answer that ended the SOS. */
  placedAt: instant().nullable(),
  battery: number().nullable(),
  answeredAt: instant().nullable(),
  answeredWithinMs: within(),
});
export type Sos = InferType<typeof sosShape>;

/** One of the guard's own shifts with all its events, for /onJob and the printed record. */
export const workedShiftShape = object({
  jobId: string().required(),
  shiftId: string().required(),
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
  /** Whether the customer or staff cancelled the job. A running shift can still be ended. */
  isCancelled: boolean().required(),
  /** The earliest instants at which the server accepts an arrival and a start. */
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
  /** E-notes of the shift by all its guards. All but the first three fields are missing in replies of an older release. */
  enotes: array(
    object({
      title: string().required(),
      description: string().defined(),
      at: instant().required(),
      receivedAt: instant(),
      withinMs: within(),
      guard: string(),
      /** The duration of the recording in seconds; null without one. */
      seconds: number().nullable(),
      hasPhoto: boolean(),
    }),
  ).required(),
  ended: object({
    ...times,
    /** Whether staff closed the shift, without a reason and a comment. */
    byStaff: boolean().required(),
    endReasonId: object({ id: string().required(), name: string().required() }).nullable().defined(),
    shiftEndComment: string().defined(),
    /** The rating of the client in stars, in halves; 0: not rated. */
    rating: number().required(),
  })
    .nullable()
    .defined(),
  /** Dollars per hour. */
  hourlyRate: decimal().required(),
  /**
   * Pay begins at this instant or at the actual start, whichever is later: the scheduled start, or an earlier one that dispatch confirmed.
   * Missing in replies of the previous release.
   */
  paidFrom: instant().nullable(),
  totalShiftHours: decimal().required(),
  /** Paid hours within the schedule, until now or until the end. Breaks are paid. */
  paidHours: decimal().required(),
  /** Dollars: the credited amount, or else the amount earned so far. */
  earning: decimal().required(),
  /** Dollars for the whole schedule. */
  expectedEarning: decimal().required(),
  /** The numbers of the site and of dispatch, ten digits; null if unknown. Missing in replies of the previous release. */
  phones: object({ site: string().nullable().defined(), dispatch: string().nullable().defined() }).optional().default(undefined),
  /**
   * The newest post orders of the site: whether the guard has read them, and the versions that were read on this shift. Null if the site has none;
   * missing in replies of the previous release.
   */
  orders: object({
    version: number().required(),
    setAt: instant().required(),
    isRead: boolean().required(),
    read: array(object({ version: number().required(), ...times })).required(),
  })
    .nullable()
    .optional()
    .default(undefined),
  /**
   * The handover at the site: the guard's own note of this shift and its readers, the notes of others that were read on it, and when the
   * newest note of others for it reached the server, null without one. Missing in replies of the previous release.
   */
  handover: object({
    note: object({
      version: number().required(),
      text: string().defined(),
      hasRecording: boolean().required(),
      seconds: number().nullable().defined(),
      ...times,
    })
      .nullable()
      .defined(),
    readBy: array(object({ guard: string().required(), ...times })).required(),
    read: array(object({ guard: string().required(), ...times })).required(),
    newest: instant().nullable().defined(),
  })
    .nullable()
    .optional()
    .default(undefined),
  /** The steps by which the guard offered or took over the shift: offered, accepted, and the decision. Missing in replies of the previous release. */
  cover: array(object({ what: string().required(), at: instant().required() }))
    .optional()
    .default(undefined),
  /**
   * When the guard lost the shift, because another guard covers it or staff revoked the award; its `state` is then `awarded`. Null while they have it;
   * missing in replies of the previous release.
   */
  lostAt: instant().nullable(),
  /** The welfare check of the shift. Null if its site has none; missing in replies of the previous release. */
  welfare: welfareShape.nullable().optional().default(undefined),
});
export type WorkedShift = InferType<typeof workedShiftShape>;
