import { ValidationError } from 'yup';
import { audioMessages } from '../_kernel/upload';
import { AUDIO_NOTE, enoteFormRules, enoteRules, eventInstant, TEXT_NOTE } from './enotes.rules';

const sound = new File(['sound'], 'note.webm', { type: 'audio/webm' });
const right = { title: 'Gate found open', eventTime: '23:05:00', type: TEXT_NOTE, description: 'Closed it again.' };

const check = (input: Record<string, unknown>, rules: typeof enoteRules = enoteRules): unknown => {
  try {
    return rules.validateSync(input, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]));
  }
};

describe('enoteRules', () => {
  it.each([
    ['CODE-30', TEXT_NOTE, 1],
    ['CODE-31', AUDIO_NOTE, 2],
  ])('[%s] has the type of a note', (_id, type, code) => {
    expect(type).toBe(code);
    expect(check({ ...right, file: sound, type: String(code) })).toMatchObject({ type: code });
  });

  it.each([[{}], [{ type: 0 }], [{ type: 3 }], [{ type: 'audio' }], [{ type: null }]])(
    'accepts only the types text and audio: %p',
    (given) => expect(check({ ...right, type: undefined, ...given })).toEqual({ type: 'Please choose text or audio' }),
  );

  it.each([[undefined], [''], ['   ']])('reports only the title %p when other fields are missing, too', (title) =>
    expect(check({ type: AUDIO_NOTE, title }, enoteFormRules)).toEqual({ title: 'Title is required' }),
  );

  it('reports every other missing field when there is a title', () =>
    expect(check({ title: 'Gate', type: AUDIO_NOTE, description: ' ' }, enoteFormRules)).toEqual({
      eventTime: 'Please enter the time in UTC as hours, minutes and seconds, like 23:05:00',
      description: 'Description is required',
      file: 'Please record or attach audio',
      jobId: 'Please choose the job that this note is about',
    }));

  it.each(['24:00:00', '9:05:00', '09:60:00', '09:05', 'now'])('refuses %s as a time', (eventTime) =>
    expect(check({ ...right, eventTime })).toEqual({ eventTime: expect.stringContaining('like 23:05:00') }),
  );

  it('requires a recording in an audio note, and removes it from a text note', () => {
    expect(check({ ...right, type: AUDIO_NOTE })).toEqual({ file: 'Please record or attach audio' });
    expect(check({ ...right, type: AUDIO_NOTE, file: 'note.webm' })).toEqual({ file: 'Please record or attach audio' });
    expect(check({ ...right, type: AUDIO_NOTE, file: sound })).toMatchObject({ file: sound });
    expect(check({ ...right, file: sound })).toEqual(right);
  });

  it('refuses a recording of more than 10 MB and names a remedy', () => {
    const large = new File([new Uint8Array(10_485_761)], 'note.wav');
    expect(check({ ...right, type: AUDIO_NOTE, file: large })).toEqual({ file: audioMessages.tooLarge });
  });

  it('limits the length of title and description', () =>
    expect(check({ ...right, title: 'x'.repeat(161), description: 'x'.repeat(2001) })).toEqual({
      title: 'At most 160 characters',
      description: 'At most 2000 characters',
    }));
});

it.each([
  ['of this day', '01:10:00', '2027-03-10T01:10:00.000Z'],
  ['of the day before, when it is still to come today', '23:05:00', '2027-03-09T23:05:00.000Z'],
])('reads a time as the latest such instant: %s', (_case, time, instant) =>
  expect(eventInstant(time, new Date('2027-03-10T01:30:00Z'))).toBe(instant),
);
