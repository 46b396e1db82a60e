import { type InferType, mixed, number, object, type Schema } from 'yup';
import { words } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { audio, upload } from '../_kernel/upload';

export const TEXT = 1; // CODE-30
export const AUDIO = 2; // CODE-31

export const enoteLimits = {
  title: 160,
  description: 2000,
  /** Jobs and notes of a page (ENOTES-12, ENOTES-13). */
  page: 10,
} as const;

export const enoteMessages = {
  titleRequired: 'Title is required', // ENOTE-10
  descriptionRequired: 'Description is required', // ENOTE-11
  audioRequired: 'Please record or attach audio', // ENOTE-17
  none: 'No Enotes Found', // ENOTES-10
  download: 'Download Audio', // ENOTES-07
  submit: 'Submit', // ENOTE-09
  time: 'Please enter the time in UTC as hours, minutes and seconds, like 23:05:00',
  chooseJob: 'Please choose the job that this note is about',
  chooseType: 'Please choose text or audio',
  saved: 'Your e-note was saved.',
  kept: 'Your e-note is saved on this device. We will send it when you are back online.',
  /** The guard's instant could not be right: what counts instead. */
  serverTime: 'Your e-note was saved. The event time could not be right, so we used the time at which we received the note.',
  notYours: 'This job is not one of yours, so we cannot save an e-note for it.',
  unknown: 'There is no such e-note.',
  notSent: 'Your e-note was not sent. What you entered is still here; please try again.',
};

/** The order key of notes that wait on the device: those of a job are told apart from others by it. */
export const enoteOrder = (jobId: string): string => `enote:${jobId}`;

const tooLong = (max: number) => `At most ${max} characters`;
const isBlank = (title: unknown) => typeof title !== 'string' || title.trim() === '';

/** The title check runs first and stops (ENOTE-12): nothing else is asked for while there is none. */
const afterTitle = <S extends Schema>(without: S, ask: (schema: S) => S): S =>
  without.when('title', ([title], schema) => (isBlank(title) ? schema : ask(schema as S))) as S;

/** What the e-note entry asks. The recording counts only for type 2: with a text note it is not sent. */
export const enoteRules = object({
  title: words(enoteMessages.titleRequired, enoteLimits.title, tooLong(enoteLimits.title)),
  eventTime: afterTitle(string().trim(), (time) =>
    time
      .required(enoteMessages.time)
      .matches(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, { message: enoteMessages.time, excludeEmptyString: true }),
  ),
  type: number()
    .typeError(enoteMessages.chooseType)
    .required(enoteMessages.chooseType)
    .oneOf([TEXT, AUDIO] as const, enoteMessages.chooseType),
  description: afterTitle(string().trim().max(enoteLimits.description, tooLong(enoteLimits.description)), () =>
    words(enoteMessages.descriptionRequired, enoteLimits.description, tooLong(enoteLimits.description)),
  ),
  file: audio(enoteMessages.audioRequired).when(['type', 'title'], ([type, title], schema) => {
    if (Number(type) !== AUDIO) return schema.transform(() => undefined);
    return isBlank(title) ? schema : schema.required(enoteMessages.audioRequired);
  }),
  photo: upload(),
});

/** As the screen asks it: with the job, which has its own words there, and with what its draft keeps beside the note. */
export const enoteFormRules = enoteRules.shape({
  jobId: afterTitle(string(), (job) => job.required(enoteMessages.chooseJob)),
  /** Of a recording that goes on. */
  pieces: mixed<(Blob | null)[]>(),
  /** How long the recording plays, as far as it is known. */
  seconds: mixed<number>().nullable(),
  /** When it was begun: a draft of another day does not mean today's time. */
  openedAt: string(),
  place: mixed<{ latitude: number; longitude: number; accuracy: number }>().nullable(),
});

export type ENoteForm = InferType<typeof enoteFormRules>;

const DAY = 86_400_000;

/** The last instant before `now` at which it was this time of day (UTC): what a guard means who writes "23:05:00" after midnight. */
export function eventInstant(eventTime: string, now: Date, slack = 0): string {
  const day = now.toISOString().slice(0, 10);
  const at = Date.parse(`${day}T${eventTime}.000Z`);
  return new Date(at > now.getTime() + slack ? at - DAY : at).toISOString();
}
