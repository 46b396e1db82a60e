import type { ValidationError } from 'yup';
import { handoverLimits, handoverRules } from './handovers.rules';

/** The first message of each refused field. */
function refusals(values: object): Record<string, string> {
  try {
    handoverRules.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    return Object.fromEntries((error as ValidationError).inner.map(({ path, message }) => [path, message]));
  }
}
const recording = (bytes: number) => new File([new Uint8Array(bytes)], 'note.webm', { type: 'audio/webm' });

it.each([
  ['a text', { text: 'The side gate sticks.' }],
  ['a recording', { recording: recording(10) }],
  ['the recording of the note before', { keepsRecording: true }],
  ['a text of 500 characters', { text: 'a'.repeat(500) }],
  ['a recording of 1 MB', { recording: recording(handoverLimits.recordingBytes) }],
])('accepts a handover note with %s', (_what, values) => expect(refusals(values)).toEqual({}));

it.each([
  ['without a text and a recording', {}, { text: 'Please write a note, or record one' }],
  ['of spaces', { text: '  ' }, { text: 'Please write a note, or record one' }],
  ['of 501 characters', { text: 'a'.repeat(501) }, { text: 'At most 500 characters' }],
  [
    'with a recording of more than 1 MB',
    { recording: recording(handoverLimits.recordingBytes + 1) },
    { recording: 'This recording is larger than 1 MB. Please record it here, or choose a smaller file.' },
  ],
])('refuses a handover note %s', (_what, values, expected) => expect(refusals(values)).toEqual(expected));
