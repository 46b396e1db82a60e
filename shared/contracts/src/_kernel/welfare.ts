import { boolean, type InferType, number, object } from 'yup';
import { within } from './exactness';
import { instant } from './shapes';
import { string } from './text';

/**
 * The states of the welfare check of a running shift: waiting for the next ask -> asked -> called again -> escalated; paused during a break;
 * over after the shift.
 */
export const welfareStates = ['waiting', 'asked', 'called-again', 'escalated', 'paused', 'over'] as const;
export type WelfareState = (typeof welfareStates)[number];

/** The welfare check of a guard's shift. */
export const welfareShape = object({
  everyMinutes: number().required(),
  graceMinutes: number().required(),
  /** Whether the guard can also answer by text message. */
  takesSms: boolean().required(),
  /** Null before the start of the shift. */
  state: string()
    .oneOf([...welfareStates])
    .nullable()
    .defined(),
  /** The next ask; null unless the check is waiting. */
  dueAt: instant().nullable().defined(),
  /** The last ask. */
  askedAt: instant().nullable().defined(),
  /** Without an answer dispatch is alerted at this instant; null unless an answer is awaited. */
  answerBy: instant().nullable().defined(),
  /** The last answer. */
  answeredAt: instant().nullable().defined(),
  /** Missing in replies of the previous release. */
  answeredWithinMs: within(),
});
export type Welfare = InferType<typeof welfareShape>;

const isAsked = (state: WelfareState | null) => state === 'asked' || state === 'called-again' || state === 'escalated';
const plus = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * 60_000).toISOString();

/** Whether the guard has to answer now. */
export const awaitsAnswer = ({ state }: Pick<Welfare, 'state'>): boolean => isAsked(state);

/** The ask that follows an answer. */
export const askAfter = (answeredAt: string, { everyMinutes }: Pick<Welfare, 'everyMinutes'>): string => plus(answeredAt, everyMinutes);

/**
 * Whether an answer counts for the ask of `askedAt`. An answer that waited on the phone since before the previous ask does not: it says nothing
 * about the time of this ask.
 */
export const answersAsk = (answeredAt: string, askedAt: string | null, setting: Pick<Welfare, 'everyMinutes'>): boolean =>
  askedAt === null || askAfter(answeredAt, setting) > askedAt;
