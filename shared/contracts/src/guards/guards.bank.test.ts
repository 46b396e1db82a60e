import { ValidationError } from 'yup';
import { bankChangedMail, bankInput, bankMessages, bankRules, bankShape, maskBankNumbers, rotationShape } from './guards.bank';

const numbers = { bankAccountNumber: '1234567', bankInstitution: '004', bankTransitNumber: '01234' };
const good = { accHolderName: 'Ada Rowe', ...numbers, wantTopay: 2 };
const check = (over: object): Record<string, string> => {
  try {
    bankRules.validateSync({ ...good, ...over }, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const [first] = error.inner;
    return { [first?.path ?? '']: first?.message ?? '' };
  }
};

it.each([
  ['SHARED-09', { accHolderName: 'Al' }, { accHolderName: bankMessages.holderShort }],
  ['SHARED-09', { accHolderName: 'Adalbert Rowena' }, {}],
  ['SHARED-09', { accHolderName: 'Adalbert Rowenas' }, { accHolderName: bankMessages.holderLong }],
  ['SHARED-10', { bankAccountNumber: '123456' }, { bankAccountNumber: bankMessages.accountInvalid }],
  ['SHARED-10', { bankAccountNumber: '123456789012' }, {}],
  ['SHARED-10', { bankAccountNumber: '1234567890123' }, { bankAccountNumber: bankMessages.accountLong }],
  ['SHARED-11', { bankInstitution: '04' }, { bankInstitution: bankMessages.institutionInvalid }],
  ['SHARED-11', { bankInstitution: 'abc' }, { bankInstitution: bankMessages.institutionInvalid }],
  ['SHARED-11', { bankInstitution: '0041' }, { bankInstitution: bankMessages.institutionLong }],
  ['SHARED-12', { bankTransitNumber: '1234' }, { bankTransitNumber: bankMessages.transitInvalid }],
  ['SHARED-12', { bankTransitNumber: '12 45' }, { bankTransitNumber: bankMessages.transitInvalid }],
  ['SHARED-12', { bankTransitNumber: '12a45' }, { bankTransitNumber: bankMessages.transitInvalid }],
  ['SHARED-12', { bankTransitNumber: '123456' }, { bankTransitNumber: bankMessages.transitLong }],
])('[%s] reports for %j %j', (_id, over, expected) => expect(check(over)).toEqual(expected));

it.each([
  [{ accHolderName: '' }, { accHolderName: bankMessages.holderRequired }],
  [{ accHolderName: 'Ada 2' }, { accHolderName: bankMessages.holderShort }],
  [{ accHolderName: 'Ada  Rowe' }, { accHolderName: bankMessages.holderShort }],
  [{ bankAccountNumber: '' }, { bankAccountNumber: bankMessages.accountRequired }],
  [{ bankAccountNumber: '12345a78' }, { bankAccountNumber: bankMessages.accountInvalid }],
  [{ bankInstitution: '' }, { bankInstitution: bankMessages.institutionRequired }],
  [{ bankTransitNumber: '' }, { bankTransitNumber: bankMessages.transitRequired }],
  [{ wantTopay: '' }, { wantTopay: bankMessages.payoutRequired }],
  [{ wantTopay: '1' }, {}],
  [{ accHolderName: 'Adalbert' }, {}],
  [{ accHolderName: 'Ada Mary Rowe' }, {}],
])('reports for %j %j', (over, expected) => expect(check(over)).toEqual(expected));

it('shows the last digits only, also for masked numbers, and nothing for an empty number', () => {
  const shown = { bankAccountNumber: '•••4567', bankInstitution: '•••4', bankTransitNumber: '•••34' };
  expect([maskBankNumbers(numbers), maskBankNumbers(shown)]).toEqual([shown, shown]);
  const none = { bankAccountNumber: null, bankInstitution: null, bankTransitNumber: null };
  expect(maskBankNumbers(none)).toEqual(none);
});

it.each([
  [bankMessages.saved, 'Your bank details are saved.'],
  [bankMessages.changed, 'Your bank details were changed'],
  [bankMessages.sealed, 'We keep these numbers encrypted. Once saved, we show only their last digits, even to you.'],
  [bankChangedMail.subject, 'Your bank details were changed'],
  [
    bankChangedMail.body,
    'The bank details for your pay were just saved or changed.\n\nIf this was not you, change your password right away in Settings and sign out every other device there. Then create a ticket under Support.',
  ],
])('%s', (text, words) => expect(text).toBe(words));

it.each([
  [{ bankAccountNumber: ' 1234567 ', bankInstitution: ' 004 ', bankTransitNumber: ' 01234 ', accHolderName: '  Ada Rowe ' }, {}],
  [{ accHolderName: 'Ada' }, {}],
  [{ accHolderName: 'Zoë' }, {}],
  [{ accHolderName: 'Ada-Rowe' }, { accHolderName: bankMessages.holderShort }],
  [{ accHolderName: '1Ada' }, { accHolderName: bankMessages.holderShort }],
  [{ accHolderName: 'Ada1' }, { accHolderName: bankMessages.holderShort }],
  [{ bankAccountNumber: 'x1234567' }, { bankAccountNumber: bankMessages.accountInvalid }],
  [{ bankAccountNumber: '1234567x' }, { bankAccountNumber: bankMessages.accountInvalid }],
  [{ wantTopay: 2 }, {}],
  [{ wantTopay: 1 }, {}],
])('reports for %j %j', (over, expected) => expect(check(over)).toEqual(expected));

it.each(['bankAccountNumber', 'bankInstitution', 'bankTransitNumber'])('reports one fault of %s when nothing is entered', (field) => {
  const faults = () => bankRules.validateSync({ ...good, [field]: '' }, { abortEarly: false });
  expect(faults).toThrow(expect.objectContaining({ errors: [expect.stringContaining('is required.')] }));
});

it.each([0, 3])('refuses the payment option %d', (wantTopay) => expect(check({ wantTopay })).toHaveProperty('wantTopay'));

it('names the guard in the call', () => {
  expect(bankInput.isValidSync(good)).toBe(false);
  const named = { ...good, id: '00000000-0000-4000-8000-000000000001' };
  expect(bankInput.isValidSync(named)).toBe(true);
  expect(bankInput.isValidSync({ ...named, password: 'Anything-1' })).toBe(true);
  expect(bankInput.isValidSync({ ...named, password: 'x'.repeat(1025) })).toBe(false);
});

it('replies to staff with the five fields, all optional; replies to a rotation with three counts, unreadable guards, and where to continue', () => {
  const none = { accHolderName: null, bankAccountNumber: null, bankInstitution: null, bankTransitNumber: null, wantTopay: null };
  expect(bankShape.isValidSync(none)).toBe(true);
  for (const key of Object.keys(none)) expect(bankShape.isValidSync({ ...none, [key]: undefined })).toBe(false);
  const counts = { rotated: 0, left: 0, lost: 0, unopened: [], after: null };
  expect(rotationShape.isValidSync(counts)).toBe(true);
  for (const key of Object.keys(counts)) expect(rotationShape.isValidSync({ ...counts, [key]: undefined })).toBe(false);
});
