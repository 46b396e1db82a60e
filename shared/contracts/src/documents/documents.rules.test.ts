import { type Schema, ValidationError } from 'yup';
import { documentFileTypes, isFileOf } from '../_kernel/upload';
import { daysBetween, daysText, dueReminder, expiryText, reminderDays } from './documents.expiry';
import { addDocsRules, addInput, documentRules, numberDigits, updateFileTypes, updateRules } from './documents.rules';

const file = () => new File([new Uint8Array(10)], 'a.jpg', { type: 'image/jpeg' });
const document = { documentType: 'Other', documentNumber: '12345', expiryDate: '2028-05-31', licenseNumber: '54321', file: file() };

const check = (rules: Schema, change: Record<string, unknown>): unknown => {
  try {
    rules.validateSync({ ...document, ...change }, { abortEarly: false, stripUnknown: true });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]).reverse());
  }
};
const digits = (count: number) => '123456789012345678'.slice(0, count);
const accepted = (rules: Schema) =>
  Array.from({ length: 18 }, (_, at) => at + 1).filter((count) => JSON.stringify(check(rules, { documentNumber: digits(count) })) === '{}');

it('[SHARED-13] requires 2 to 15 digits in a document number on add, exactly 15 on update and 5 on /addDocs', () => {
  expect(numberDigits).toEqual({ add: { min: 2, max: 15 }, update: 15, addDocs: 5 });
  expect(accepted(documentRules)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  expect(accepted(updateRules('no number'))).toEqual([15]);
  expect(accepted(addDocsRules)).toEqual([5]);
});

it('accepts an unchanged number on update, whatever its length is', () => {
  expect(check(updateRules('12345'), { documentNumber: '123-45' })).toEqual({});
  expect(check(updateRules('12345'), { documentNumber: '12346' })).toEqual({ documentNumber: 'Please enter valid Document Number' });
});

it.each([
  ['letters', '12a4'],
  ['dots', '1.23'],
  ['digits of another script', '١٢٣٤'],
  ['no text', { a: 1 }],
])('refuses a number of %s in every form', (_what, documentNumber) => {
  for (const rules of [documentRules, updateRules('12345'), addDocsRules, addInput])
    expect(check(rules, { documentNumber })).toEqual({ documentNumber: 'Please enter valid Document Number' });
});

it('[DOCS-23] accepts an expiry date up to 2099-12-12', () => {
  expect(check(documentRules, { expiryDate: '2099-12-12' })).toEqual({});
  expect(check(documentRules, { expiryDate: '2099-12-13' })).toEqual({ expiryDate: 'The expiry date cannot be after 12/12/2099' });
  expect(check(addDocsRules, { expiryDate: '2099-12-13' })).toEqual({ expiryDate: 'Please enter valid Expiry Date' });
  expect(check(documentRules, { expiryDate: '2027-02-30' })).toEqual({ expiryDate: 'Please select expiry date' });
});

it('checks the file of each form by its type, or else by its name', () => {
  const is = (types: readonly string[], name: string, type = '') => isFileOf(types, { name, type });
  for (const ending of documentFileTypes) expect([ending, is(documentFileTypes, `a.${ending.toUpperCase()}`)]).toEqual([ending, true]);
  expect([
    is(documentFileTypes, 'a.tif'),
    is(documentFileTypes, 'a', 'image/webp'),
    is(documentFileTypes, 'a.jpg', 'image/svg+xml'),
  ]).toEqual([true, true, false]);
  expect(['a.pdf', 'a.svg', 'a', 'png'].map((name) => is(documentFileTypes, name, name === 'png' ? 'text/plain' : ''))).toEqual([
    ...[false, false, false, true],
  ]);
  expect(['a.jpeg', 'a.png', 'a.jpg', 'a.webp', 'a.gif', 'a.tiff'].map((name) => is(updateFileTypes, name))).toEqual([
    ...[true, true, true, true, false, false],
  ]);
});

describe('expiry dates', () => {
  it('count calendar days, also across a change to daylight saving time', () => {
    expect(daysBetween('2027-03-10', '2027-03-23')).toBe(13);
    expect(daysBetween('2027-03-10', '2027-03-09')).toBe(-1);
    expect([0, 1, -1, 13, -3].map(daysText)).toEqual(['today', 'tomorrow', 'yesterday', 'in 13 days', '3 days ago']);
    expect(expiryText('security licence', '2027-03-23', 13)).toBe('Your security licence expires in 13 days, on 23/03/2027.');
    expect(expiryText('Other', '2027-03-09', -1)).toBe('Your Other expired yesterday, on 09/03/2027.');
  });

  it('are due for the last of the reminders 90, 60, 30, 14 and 7 days before', () => {
    expect(reminderDays).toEqual([90, 60, 30, 14, 7]);
    expect([91, 90, 61, 60, 31, 30, 15, 14, 13, 8, 7, 1, 0, -1].map(dueReminder)).toEqual([
      ...[null, 90, 90, 60, 60, 30, 30, 14, 14, 14, 7, 7, 7, null],
    ]);
  });
});
