import { boolean, object } from 'yup';
import { string } from '../_kernel/text';
import { audio } from '../_kernel/upload';

const HOUR = 3_600_000;

/** Times in ms, sizes in bytes. */
export const handoverLimits = {
  text: 500,
  recordingSeconds: 30,
  /** A recording is a part of the reply that a device keeps, so it is small. */
  recordingBytes: 1024 * 1024,
  /** A guard can write until this long after the end of the shift. */
  afterEnd: HOUR,
  /** The notes of this time are shown, and the newest one up to `newest`, because a site may have no guard for days. */
  recent: 24 * HOUR,
  newest: 7 * 24 * HOUR,
  /** The number of notes in a reply. */
  shown: 5,
  /** Notes are shown from this long before the start of a shift. */
  before: 12 * HOUR,
} as const;

export const handoverMessages = {
  /** The press that marks the shown notes as read. */
  read: 'I have read them',
  readOne: 'I have read it',
  earlier: 'Handover notes you have read',
  acknowledged: 'Noted: you have read the handover.',
  readKept: 'Saved on this device. We will send it when you are back online.',
  readNotSaved: 'That you read the handover was not saved. Please press again.',
  notLoaded: 'The handover notes could not be loaded',
  own: 'Handover note',
  leave: 'Leave a handover note',
  change: 'Change your handover note',
  lead: 'The next guard at this site sees it first.',
  text: 'Note',
  save: 'Save note',
  saved: 'Your handover note was saved.',
  kept: 'Your handover note is on this device. We will send it when you are back online.',
  notSaved: 'Your handover note was not saved. What you entered is still here; please try again.',
  hasRecording: 'Your recording is a part of this note.',
  hasRecordingOf: (length: string) => `Your recording of ${length} is a part of this note.`,
  removeRecording: 'Remove the recording',
  stopFirst: 'Stop the recording before you save the note.',
  empty: 'Please write a note, or record one',
  tooLong: `A handover recording has at most ${handoverLimits.recordingSeconds} seconds. Please record a shorter one.`,
  tooLarge: 'This recording is larger than 1 MB. Please record it here, or choose a smaller file.',
  tooLate: 'A handover note can be left until one hour after the end of your shift.',
  tooEarly: 'A handover note can be left once your shift has begun.',
  over: 'Handover notes are shown until the end of the shift.',
  notThere: 'These handover notes are not there any more.',
};

const isSmall = (value: unknown) => !(value instanceof Blob) || value.size <= handoverLimits.recordingBytes;

/** The fields of a note: text, a recording, or both. `keepsRecording`: the recording of the note before stays. */
export const handoverRules = object({
  text: string()
    .trim()
    .max(handoverLimits.text, `At most ${handoverLimits.text} characters`)
    .default('')
    .when(['recording', 'keepsRecording'], ([recording, keepsRecording], schema) =>
      recording || keepsRecording ? schema : schema.required(handoverMessages.empty),
    ),
  recording: audio().test('handover size', handoverMessages.tooLarge, isSmall),
  keepsRecording: boolean().default(false),
});

/** The order key of handover writes. Not the key of the shift's acts, so that a start or an end never waits for a recording. */
export const handoverOrder = (shiftId: string): string => `handover:${shiftId}`;
