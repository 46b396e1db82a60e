import { ValidationError } from 'yup';
import { sendEnquiry } from './enquiries.endpoints';
import { pageIdOf, pageIds } from './enquiries.pages';

const enquiry = {
  name: ' Zoë St. Jean-Roy ',
  email: 'zoe@example.com',
  phone: '4165550134',
  query: 'Who do I call?',
  pageId: 'CONTACT US',
};

const check = (change: Record<string, unknown>): unknown => {
  try {
    return sendEnquiry.input.validateSync({ ...enquiry, ...change }, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]).reverse());
  }
};

it('reads a valid form', () => expect(check({})).toEqual({ ...enquiry, name: 'Zoë St. Jean-Roy' }));
it('drops the consent field that pages of the previous release send', () =>
  expect(check({ consent: 'true' })).not.toHaveProperty('consent'));

it.each([
  ['no name', { name: '  ' }, { name: 'Name is required' }],
  ['a name with digits', { name: 'Z0e' }, { name: 'Please enter valid name' }],
  ['no email', { email: '' }, { email: 'Email is required' }],
  ['an email of no pattern', { email: 'zoe@' }, { email: 'Please enter valid email' }],
  ['no phone', { phone: '' }, { phone: 'Phone number is required' }],
  ['a phone with letters', { phone: '416-CALL' }, { phone: 'Please enter valid phone number' }],
  ['eleven digits', { phone: '24165550134' }, { phone: 'Please enter valid phone number' }],
  ['no message', { query: '' }, { query: 'Please enter your message' }],
  ['no page', { pageId: undefined }, { pageId: 'Name the page' }],
  ['a page without a name', { pageId: '' }, { pageId: 'Unknown page' }],
  ['a page that there is not', { pageId: 'CASINO' }, { pageId: 'Unknown page' }],
])('refuses %s', (_what, change, errors) => expect(check(change)).toEqual(errors));

it('[API-PUBLIC-09] names a page with a type by the type in upper case with dashes as spaces', () => {
  expect(['bank', 'car-lots', 'loss-prevention'].map(pageIdOf)).toEqual(['BANK', 'CAR LOTS', 'LOSS PREVENTION']);
});

it('has separate page ids for contact and training', () => {
  expect(pageIds).toEqual({ contact: 'CONTACT US', training: 'TRAINING' });
});
