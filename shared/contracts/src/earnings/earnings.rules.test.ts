import { object, type Schema, ValidationError } from 'yup';
import { periodRules, statementPeriod, withdrawMessages, withdrawRules } from './earnings.rules';

const check = (rules: Schema, input: Record<string, unknown>): unknown => {
  try {
    return rules.validateSync(input, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]).reverse());
  }
};

it('[EARN-14] the stated words of a withdrawal name 24 hours', () =>
  expect(withdrawMessages.submitted).toBe('Your widthdraw request has been submitted. we will process it within 24 Hrs'));

describe('an amount', () => {
  it.each([
    ['100', '100'],
    [' $1,234.50 ', '1234.50'],
    ['0.05', '0.05'],
  ])('%j is read as %s', (amount, read) => expect(check(withdrawRules, { amount })).toEqual({ amount: read }));

  it.each([
    ['', 'Enter an amount'],
    ['0', 'Enter more than $0.00'],
    ['00.00', 'Enter more than $0.00'],
    ['1.234', 'Enter dollars and cents, such as 125.50'],
    ['-1', 'Enter dollars and cents, such as 125.50'],
    ['123456789', 'Enter dollars and cents, such as 125.50'],
    [{}, 'Enter dollars and cents, such as 125.50'],
  ])('%j is refused', (amount, words) => expect(check(withdrawRules, { amount })).toEqual({ amount: words }));
});

describe('a period', () => {
  it.each([
    [{}, {}],
    [{ from: '', to: '' }, {}],
    [
      { from: '2027-02-01', to: '2027-02-01' },
      { from: '2027-02-01', to: '2027-02-01' },
    ],
    [{ from: '2025-02-30' }, { from: 'There is no such day. Enter it as dd/MM/yyyy.' }],
    [{ to: '1970' }, { to: 'There is no such day. Enter it as dd/MM/yyyy.' }],
    [
      { from: '2025-02-30', to: '1970' },
      { from: 'There is no such day. Enter it as dd/MM/yyyy.', to: 'There is no such day. Enter it as dd/MM/yyyy.' },
    ],
    [{ from: '2027-02-02', to: '2027-02-01' }, { to: 'The last day must not be before the first one.' }],
  ])('%j', (input, found) => expect(check(periodRules, input)).toEqual(found));

  it.each([
    [
      { from: '2027-01-01', to: '2027-12-31' },
      { from: '2027-01-01', to: '2027-12-31' },
    ],
    [{ from: '2027-01-01', to: '2028-01-02' }, { to: 'A statement covers one year at most.' }],
    [{}, { from: 'Enter a day as dd/MM/yyyy.', to: 'Enter a day as dd/MM/yyyy.' }],
    [
      { from: '2025-02-30', to: '1970' },
      { from: 'There is no such day. Enter it as dd/MM/yyyy.', to: 'There is no such day. Enter it as dd/MM/yyyy.' },
    ],
  ])('of a statement: %j', (input, found) => expect(check(object(statementPeriod()), input)).toEqual(found));
});
