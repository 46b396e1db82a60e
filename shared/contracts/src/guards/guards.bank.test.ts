import { ValidationError } from 'yup';
import { bankMessages, bankRules, masked } from './guards.bank';

const numbers = { bankAccountNumber: '1234567', bankInstitution: '004', bankTransitNumber: '01234' };
const good = { accHolderName: 'Ada Rowe', ...numbers, wantTopay: 2, password: 'Anything-1' };
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
  ['SHARED-11', { bankInstitution: '0041' }, { bankInstitution: bankMessages.institutionLong }],
  ['SHARED-12', { bankTransitNumber: '1234' }, { bankTransitNumber: bankMessages.transitInvalid }],
  ['SHARED-12', { bankTransitNumber: '123456' }, { bankTransitNumber: bankMessages.transitLong }],
])('[%s] %j gives %j', (_id, over, expected) => expect(check(over)).toEqual(expected));

it.each([
  [{ accHolderName: '' }, { accHolderName: bankMessages.holderRequired }],
  [{ password: '' }, { password: 'Password is required' }],
  [{ password: 'x'.repeat(1025) }, { password: 'This is not your password. Nothing was changed.' }],
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
])('%j gives %j', (over, expected) => expect(check(over)).toEqual(expected));

it('shows the last digits only, of what is masked already as well, and nothing of nothing', () => {
  const shown = { bankAccountNumber: '•••4567', bankInstitution: '•••4', bankTransitNumber: '•••34' };
  expect([masked(numbers), masked(shown)]).toEqual([shown, shown]);
  const none = { bankAccountNumber: null, bankInstitution: null, bankTransitNumber: null };
  expect(masked(none)).toEqual(none);
});
