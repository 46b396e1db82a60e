import { ValidationError } from 'yup';
import { applyForOpening } from './career.endpoints';

const file = (bytes: number) => new File([new Uint8Array(bytes)], 'cv.pdf', { type: 'application/pdf' });
const application = { name: 'Zoë Roy', email: 'zoe@example.com', phone: '4165550134' };

const check = (change: Record<string, unknown>): unknown => {
  try {
    return applyForOpening.input.validateSync({ ...application, ...change }, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]).reverse());
  }
};

it('requires only name, email and phone', () =>
  expect(check({ experience: '', speciality: '', details: '', file: '' })).toEqual(application));

it('[PUBLIC-CAREER-11/2] accepts the other fields, including a file of 2 MB', () => {
  const rest = { experience: '3 years', speciality: 'Banks', details: 'I work nights.', file: file(2_097_152) };
  expect(check(rest)).toEqual({ ...application, ...rest });
});

it.each([
  ['no name', { name: '' }, { name: 'Name is required' }],
  ['a name with digits', { name: 'Z0e' }, { name: 'Please enter valid name' }],
  ['no email', { email: '' }, { email: 'Email is required' }],
  ['an email of no pattern', { email: 'zoe@' }, { email: 'Please enter valid email' }],
  ['no phone', { phone: '' }, { phone: 'Phone number is required' }],
  ['a phone with letters', { phone: '416-CALL' }, { phone: 'Please enter valid phone number' }],
  ['[PUBLIC-CAREER-11/2] a file of more than 2 MB', { file: file(2_097_153) }, { file: 'Size is more than 2 MB' }],
  [
    'text for a file',
    { file: 'cv.pdf' },
    { file: 'This is neither a PDF nor a picture that we can read. Please choose a PDF, JPEG, PNG, WebP, GIF or TIFF.' },
  ],
  ['details without end', { details: 'x'.repeat(4001) }, { details: 'At most 4000 characters' }],
])('refuses %s', (_what, change, errors) => expect(check(change)).toEqual(errors));
