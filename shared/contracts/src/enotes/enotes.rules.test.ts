import { ValidationError } from 'yup';
import { audioMessages } from '../_kernel/upload';
import { AUDIO, enoteFormRules, enoteRules, eventInstant, TEXT } from './enotes.rules';

const sound = new File(['sound'], 'note.webm', { type: 'audio/webm' });
const right = { title: 'Gate found open', eventTime: '23:05:00', type: TEXT, description: 'Closed it again.' };

const check = (input: Record<string, unknown>, rules: typeof enoteRules = enoteRules): unknown => {
  try {
    return rules.validateSync(input, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]));
  }
};

describe('e-note rules', () => {
  it.each([
    ['CODE-30', TEXT, 1],
    ['CODE-31', AUDIO, 2],
  ])('[%s] the type of a note', (_id, type, code) => {
    expect(type).toBe(code);
    expect(check({ ...right, file: sound, type: String(code) })).toMatchObject({ type: code });
  });

  it.each([[{}], [{ type: 0 }], [{ type: 3 }], [{ type: 'audio' }], [{ type: null }]])('no other type than text and audio: %p', (given) =>
    expect(check({ ...right, type: undefined, ...given })).toEqual({ type: 'Please choose text or audio' }),
  );

  it.each([[undefined], [''], ['   ']])('the title %p is refused, alone, whatever else is missing', (title) =>
    expect(check({ type: AUDIO, title }, enoteFormRules)).toEqual({ title: 'Title is required' }),
  );

  it('with a title, everything else that is missing is named', () =>
    expect(check({ title: 'Gate', type: AUDIO, description: ' ' }, enoteFormRules)).toEqual({
      eventTime: 'Please enter the time in UTC as hours, minutes and seconds, like 23:05:00',
      description: 'Description is required',
      file: 'Please record or attach audio',
      jobId: 'Please choose the job that this note is about',
    }));

  it.each(['24:00:00', '9:05:00', '09:60:00', '09:05', 'now'])('%s is no time', (eventTime) =>
    expect(check({ ...right, eventTime })).toEqual({ eventTime: expect.stringContaining('like 23:05:00') }),
  );

  it('an audio note needs a recording, and a text note carries none', () => {
    expect(check({ ...right, type: AUDIO })).toEqual({ file: 'Please record or attach audio' });
    expect(check({ ...right, type: AUDIO, file: 'note.webm' })).toEqual({ file: 'Please record or attach audio' });
    expect(check({ ...right, type: AUDIO, file: sound })).toMatchObject({ file: sound });
    expect(check({ ...right, file: sound })).toEqual(right);
  });

  it('a recording of more than 10 MB is refused with what to do', () => {
    const large = new File([new Uint8Array(10_485_761)], 'note.wav');
    expect(check({ ...right, type: AUDIO, file: large })).toEqual({ file: audioMessages.tooLarge });
  });

  it('title and description have a length', () =>
    expect(check({ ...right, title: 'x'.repeat(161), description: 'x'.repeat(2001) })).toEqual({
      title: 'At most 160 characters',
      description: 'At most 2000 characters',
    }));
});

it.each([
  ['of this day', '01:10:00', '2027-03-10T01:10:00.000Z'],
  ['of the day before, when it is still to come today', '23:05:00', '2027-03-09T23:05:00.000Z'],
])('a time is the last such time: %s', (_case, time, instant) =>
  expect(eventInstant(time, new Date('2027-03-10T01:30:00Z'))).toBe(instant),
);
