import { type InferType, mixed, number, object, type Schema } from 'yup';
import { words } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { audio, upload } from '../_kernel/upload';

export const TEXT_NOTE = 1; // CODE-30
export const AUDIO_NOTE = 2; // CODE-31

export const enoteLimits = {
  title: 160,
  description: 2000,
  /** Jobs and notes per page (ENOTES-12, ENOTES-13). */
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
  /** The guard's instant was not plausible. */
  serverTime: 'Your e-note was saved. The event time could not be right, so we used the time at which we received the note.',
  notYours: 'This job is not one of yours, so we cannot save an e-note for it.',
  unknown: 'There is no such e-note.',
  notSent: 'Your e-note was not sent. What you entered is still here; please try again.',
};

/** The order key of notes in the outbox. It separates the notes of different jobs. */
export const enoteOrder = (jobId: string): string => `enote:${jobId}`;

const tooLong = (max: number) => `At most ${max} characters`;
const isBlank = (title: unknown) => typeof title !== 'string' || title.trim() === '';

/** The check of the title runs first and stops validation (ENOTE-12), so a missing title is reported alone. */
const afterTitle = <S extends Schema>(without: S, addRule: (schema: S) => S): S =>
  without.when('title', ([title], schema) => (isBlank(title) ? schema : addRule(schema as S))) as S;

/** The fields of an e-note. `file` only counts for type 2 and is not sent with a text note. */
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
    .oneOf([TEXT_NOTE, AUDIO_NOTE] as const, enoteMessages.chooseType),
  description: afterTitle(string().trim().max(enoteLimits.description, tooLong(enoteLimits.description)), () =>
    words(enoteMessages.descriptionRequired, enoteLimits.description, tooLong(enoteLimits.description)),
  ),
  file: audio(enoteMessages.audioRequired).when(['type', 'title'], ([type, title], schema) => {
    if (Number(type) !== AUDIO_NOTE) return schema.transform(() => undefined);
    return isBlank(title) ? schema : schema.required(enoteMessages.audioRequired);
  }),
  photo: upload(),
});

/** The rules of the form: `enoteRules`, a job with its own message, and the fields that only the draft has. */
export const enoteFormRules = enoteRules.shape({
  jobId: afterTitle(string(), (job) => job.required(enoteMessages.chooseJob)),
  pieces: mixed<(Blob | null)[]>(),
  /** The duration of the recording in seconds, if known. */
  seconds: mixed<number>().nullable(),
  /** When the form was opened. A draft of another day does not mean today's time. */
  openedAt: string(),
  place: mixed<{ latitude: number; longitude: number; accuracy: number }>().nullable(),
});

export type ENoteForm = InferType<typeof enoteFormRules>;

const DAY = 86_400_000;

/** The last instant before `now` with this time of day (UTC). A guard who writes "23:05:00" after midnight means the evening before. */
export function eventInstant(eventTime: string, now: Date, slack = 0): string {
  const day = now.toISOString().slice(0, 10);
  const at = Date.parse(`${day}T${eventTime}.000Z`);
  return new Date(at > now.getTime() + slack ? at - DAY : at).toISOString();
}
