import { ValidationError } from 'yup';
import { limits } from '../_kernel/limits';
import { bytesPerPicture } from '../_kernel/upload';
import { ticketRules, ticketTypes } from './tickets.rules';

const JOB = '00000000-0000-4000-8000-000000000001';
const image = (bytes = 10) => new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' });
const ticket = { ticketType: '4', jobId: JOB, ticketTitle: ' Pay ', description: ' Two hours are missing ', images: [image()] };

const check = (change: Record<string, unknown>): unknown => {
  try {
    return ticketRules.validateSync({ ...ticket, ...change }, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]).reverse());
  }
};

it.each([
  ['CODE-42', 0, 'Current Job'],
  ['CODE-43', 1, 'Previous Job'],
  ['CODE-44', 2, 'Upcoming Job'],
  ['CODE-45', 3, 'Profile Update'],
  ['CODE-46', 4, 'Payout/Change payout'],
  ['CODE-47', 5, 'Others'],
])('[%s] gives ticket type %i the label %s', (_id, code, label) => expect(ticketTypes[code]).toBe(label));

it('trims the texts and reads the type as a number', () =>
  expect(check({})).toMatchObject({ ticketType: 4, ticketTitle: 'Pay', description: 'Two hours are missing' }));

it.each([
  ['a type of no list', { ticketType: 6 }, { ticketType: 'Please select ticket type' }],
  ['text for a type', { ticketType: 'pay' }, { ticketType: 'Please select ticket type' }],
  ['no job', { ticketType: '2', jobId: '' }, { jobId: 'Please select job' }],
  ['a number for a job', { jobId: 4 }, { jobId: 'Please select job' }],
  ['blanks for a title', { ticketTitle: '   ' }, { ticketTitle: 'Title is required' }],
  ['a title without end', { ticketTitle: 'x'.repeat(161) }, { ticketTitle: 'At most 160 characters' }],
  ['control characters', { description: 'a\u0000b' }, { description: 'Please remove control characters' }],
  ['no list of pictures', { images: undefined }, { images: 'Please select image' }],
  ['an empty list', { images: [] }, { images: 'Please select image' }],
  ['text for a picture', { images: ['a.png'] }, { 'images[0]': expect.stringContaining('not a picture') }],
])('refuses %s', (_what, change, errors) => expect(check(change)).toEqual(errors));

it('accepts 69 pictures of the maximum size in a list, and refuses more bytes than fit into one call', () => {
  const each = bytesPerPicture(69);
  expect(each).toBeGreaterThan(650_000);
  expect(check({ images: Array.from({ length: 69 }, () => image(each)) })).toMatchObject({ ticketType: 4 });
  const large = image(limits.imageBytes);
  expect(check({ images: Array.from({ length: 24 }, () => large) })).toEqual({
    images: 'Together, these pictures are too large. Please remove some of them.',
  });
});

it('accepts 69 pictures and refuses 70', () => {
  expect(check({ images: Array.from({ length: 69 }, () => image()) })).toMatchObject({ ticketType: 4 });
  expect(check({ images: Array.from({ length: 70 }, () => image()) })).toEqual({ images: 'At most 69 pictures.' });
});
