import { object, type Schema, ValidationError } from 'yup';
import {
  arrivalDay,
  earningsMessages,
  periodRules,
  refusalText,
  SMALL_SUPPLIER,
  statementPeriod,
  withdrawalNotices,
  withdrawalStatuses,
  withdrawMessages,
  withdrawRules,
} from './earnings.rules';

const check = (rules: Schema, input: Record<string, unknown>): unknown => {
  try {
    return rules.validateSync(input, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]).reverse());
  }
};

/** Every fault of every field, in the order of detection. */
const faultsOf = (rules: Schema, input: object): string[] => {
  try {
    rules.validateSync(input, { abortEarly: false });
    return [];
  } catch (error) {
    return (error as ValidationError).inner.map(({ path, message }) => `${path}: ${message}`).sort();
  }
};

it('[EARN-14] names 24 hours in the stated text of a withdrawal', () =>
  expect(withdrawMessages.submitted).toBe('Your widthdraw request has been submitted. we will process it within 24 Hrs'));

it('has a text for every state of a withdrawal', () => {
  expect(withdrawalStatuses).toEqual({ requested: 'Requested', 'in-process': 'In process', paid: 'Paid', refused: 'Refused' });
  expect(Object.entries(withdrawalNotices).map(([status, notice]) => [status, notice('1234.5', 'The account is closed')])).toEqual([
    ['in-process', 'Your withdrawal of $1,234.50 is in process.'],
    ['paid', 'Your withdrawal of $1,234.50 was paid to your bank account.'],
    ['refused', 'Your withdrawal of $1,234.50 was refused: The account is closed. The money is back in your wallet.'],
  ]);
  expect(refusalText('Closed')).toBe('Closed. The money is back in your wallet.');
});

it('has a text for every reason to refuse a withdrawal', () => {
  expect([withdrawMessages.tooMuch('90.5'), withdrawMessages.notNow('In process')]).toEqual([
    'You have $90.50 in hand. Enter that amount or less.',
    'This withdrawal is in process: that is not possible now.',
  ]);
  expect(withdrawMessages).toMatchObject({
    pending: 'A withdrawal is already under way. You can request another when that one is finished.',
    bankMissing: 'Add your bank details first: we need to know where to pay.',
    notSaved: 'We got no answer to your request. Please try again; it will not count twice.',
    unknown: 'There is no such withdrawal.',
  });
  expect(earningsMessages.notYours).toBe('These earnings are not yours.');
});

it('states the threshold of the small supplier as in the law', () => expect(SMALL_SUPPLIER).toBe('30000.00'));

describe('withdrawRules', () => {
  it.each([
    ['100', '100'],
    [' $1,234.50 ', '1234.50'],
    ['0.05', '0.05'],
    ['12345678.9', '12345678.9'],
    ['10', '10'],
    ['1,234,567', '1234567'],
    ['125,50', '125.50'],
    ['1 234,5 $', '1234.5'],
  ])('reads the amount %j as %s', (amount, read) => expect(check(withdrawRules, { amount })).toEqual({ amount: read }));

  it.each([
    ['', 'Enter an amount'],
    ['0', 'Enter more than $0.00'],
    ['00.00', 'Enter more than $0.00'],
    ['1.234', 'Enter dollars and cents, such as 125.50'],
    ['-1', 'Enter dollars and cents, such as 125.50'],
    ['123456789', 'Enter dollars and cents, such as 125.50'],
    [{}, 'Enter dollars and cents, such as 125.50'],
    ['1.', 'Enter dollars and cents, such as 125.50'],
    ['.5', 'Enter dollars and cents, such as 125.50'],
    ['1,2345', 'Enter dollars and cents, such as 125.50'],
    ['12,34,567', 'Enter dollars and cents, such as 125.50'],
    ['1234,567', 'Enter dollars and cents, such as 125.50'],
    ['1.234,50', 'Enter dollars and cents, such as 125.50'],
    ['0,500', 'Enter dollars and cents, such as 125.50'],
    ['1,2,3', 'Enter dollars and cents, such as 125.50'],
    ['1,', 'Enter dollars and cents, such as 125.50'],
    ['x1', 'Enter dollars and cents, such as 125.50'],
    ['1x', 'Enter dollars and cents, such as 125.50'],
    [undefined, 'Enter an amount'],
  ])('refuses the amount %j', (amount, words) => expect(check(withdrawRules, { amount })).toEqual({ amount: words }));
});

describe('periodRules', () => {
  it.each([
    [{}, {}],
    [{ from: '', to: '' }, {}],
    [
      { from: '2027-02-01', to: '2027-02-01' },
      { from: '2027-02-01', to: '2027-02-01' },
    ],
    [{ from: '2025-02-30' }, { from: 'This date does not exist. Enter it as dd/MM/yyyy.' }],
    [{ to: '1970' }, { to: 'This date does not exist. Enter it as dd/MM/yyyy.' }],
    [
      { from: '2025-02-30', to: '1970' },
      { from: 'This date does not exist. Enter it as dd/MM/yyyy.', to: 'This date does not exist. Enter it as dd/MM/yyyy.' },
    ],
    [{ from: '2027-02-02', to: '2027-02-01' }, { to: 'The last day must not be before the first one.' }],
    [{ from: null, to: null }, {}],
    [
      { from: {}, to: [] },
      { from: 'This date does not exist. Enter it as dd/MM/yyyy.', to: 'This date does not exist. Enter it as dd/MM/yyyy.' },
    ],
    [{ to: '2027-02-01' }, { to: '2027-02-01' }],
    [{ from: '2027-02-01' }, { from: '2027-02-01' }],
    [{ from: '2027-02-30', to: '2027-02-01' }, { from: 'This date does not exist. Enter it as dd/MM/yyyy.' }],
  ])('checks %j', (input, found) => expect(check(periodRules, input)).toEqual(found));

  it.each([
    [
      { from: '2027-01-01', to: '2027-12-31' },
      { from: '2027-01-01', to: '2027-12-31' },
    ],
    [
      { from: '2027-01-01', to: '2028-01-01' },
      { from: '2027-01-01', to: '2028-01-01' },
    ],
    [{ from: '2027-01-01', to: '2028-01-02' }, { to: 'A statement covers one year at most.' }],
    [{}, { from: 'Enter a day as dd/MM/yyyy.', to: 'Enter a day as dd/MM/yyyy.' }],
    [
      { from: '2025-02-30', to: '1970' },
      { from: 'This date does not exist. Enter it as dd/MM/yyyy.', to: 'This date does not exist. Enter it as dd/MM/yyyy.' },
    ],
  ])('checks the period of a statement: %j', (input, found) => expect(check(object(statementPeriod()), input)).toEqual(found));

  it.each([
    ['nothing', {}, ['from: Enter a day as dd/MM/yyyy.', 'to: Enter a day as dd/MM/yyyy.']],
    ['an invalid first day', { from: '2025-02-30', to: '2029-01-01' }, ['from: This date does not exist. Enter it as dd/MM/yyyy.']],
    ['an invalid last day', { from: '2027-01-01', to: '2029-02-30' }, ['to: This date does not exist. Enter it as dd/MM/yyyy.']],
    ['no first day', { to: '2029-01-01' }, ['from: Enter a day as dd/MM/yyyy.']],
  ])('reports only the missing or invalid day of a statement with %s', (_what, input, faults) =>
    expect(faultsOf(object(statementPeriod()), input)).toEqual(faults),
  );

  it.each([
    ['the last day is invalid', { from: '2027-02-01', to: '1970' }, ['to: This date does not exist. Enter it as dd/MM/yyyy.']],
    ['the first day is invalid', { from: '3027-02-30', to: '2027-02-01' }, ['from: This date does not exist. Enter it as dd/MM/yyyy.']],
  ])('does not report a wrong order when %s', (_what, input, faults) => expect(faultsOf(periodRules, input)).toEqual(faults));
});

it('reports one fault for an empty amount', () => expect(faultsOf(withdrawRules, { amount: '' })).toEqual(['amount: Enter an amount']));

it.each([
  ['on a Monday', '2027-03-08T15:00:00Z', '2027-03-10'],
  ['on a Thursday', '2027-03-11T15:00:00Z', '2027-03-15'],
  ['on a Friday', '2027-03-12T14:00:00Z', '2027-03-15'],
  ['on a Saturday', '2027-03-13T15:00:00Z', '2027-03-15'],
  ['on a Sunday', '2027-03-14T15:00:00Z', '2027-03-16'],
  ['late on a Monday in Toronto, already Tuesday in UTC', '2027-03-09T02:00:00Z', '2027-03-10'],
])('expects a withdrawal requested %s on the first weekday after its 24 hours', (_when, requestedAt, day) => {
  expect(arrivalDay(requestedAt)).toBe(day);
});
