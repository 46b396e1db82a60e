import { daysInUrl, kindInUrl, readDays, urlWith } from './filter';

const NO_DAY = 'This date does not exist. Enter it as dd/MM/yyyy.';
const TURNED = 'The last day must not be before the first one.';

it.each([
  ['', '', {}, {}],
  ['2027-02-01', '', { from: '2027-02-01' }, {}],
  ['', '2027-02-28', { to: '2027-02-28' }, {}],
  ['2027-02-01', '2027-02-01', { from: '2027-02-01', to: '2027-02-01' }, {}],
  ['2027-02-02', '2027-02-01', { from: '2027-02-02' }, { to: TURNED }],
  ['2025-02-30', '', {}, { from: NO_DAY }],
  ['', '2025-02-30', {}, { to: NO_DAY }],
  ['2027-02-01', '1970', { from: '2027-02-01' }, { to: NO_DAY }],
  ['2027-02-30', '2027-02-01', { to: '2027-02-01' }, { from: NO_DAY }],
  ['2027', '1970', {}, { from: NO_DAY, to: NO_DAY }],
])('from %j to %j requests %j, and marks %j', (from, to, asked, errors) =>
  expect(readDays({ from, to })).toEqual({ asked: { from: undefined, to: undefined, ...asked }, errors }),
);

it.each([
  ['', undefined, 'All'],
  ['type=debit', 'debit', 'Debit'],
  ['type=withdrawn', 'withdrawn', 'Withdrawn'],
  ['type=credit', 'credit', 'Credit'],
  ['type=else', undefined, 'All'],
])('the address ?%s shows the kind %s', (search, type, label) =>
  expect(kindInUrl(new URLSearchParams(search))).toMatchObject({ type, label }),
);

it('reads the days of the address, and none as undefined', () => {
  expect(daysInUrl(new URLSearchParams('from=2027-02-01&to=2027-02-28'))).toEqual({ from: '2027-02-01', to: '2027-02-28' });
  expect(daysInUrl(new URLSearchParams())).toEqual({ from: '', to: '' });
});

it('starts on the first page with another filter, and keeps the rest of the address', () =>
  expect(urlWith(new URLSearchParams('type=debit&page=3&tab=check'), { from: '2027-02-01', type: undefined })).toBe(
    '/withdraw?tab=check&from=2027-02-01',
  ));
