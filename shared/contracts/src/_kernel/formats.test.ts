import {
  dayAndTime,
  dayMonthYear,
  daySlashMonthSlashYear,
  daysAfter,
  localDay,
  localTime,
  money,
  paddedTimeOfDay,
  siteDate,
  timeOfDay,
  totalText,
} from './formats';

const instant = '2027-03-14T18:05:00Z';

it.each([
  { id: 'SHARED-18', amount: '1234.5', shown: '$1,234.50' },
  { id: 'SHARED-19', amount: 21, shown: '$21.00' },
  { id: 'SHARED-20', amount: '1000000', shown: '$1,000,000.00' },
])('[$id] money $amount is shown as $shown', ({ amount, shown }) => {
  expect(money(amount)).toBe(shown);
});

it.each([
  [null, '$0.00'],
  ['-1234.5', '-$1,234.50'],
  [0.1 + 0.2, '$0.30'],
  ['999', '$999.00'],
])('shows the amount %s as %s', (amount, shown) => {
  expect(money(amount)).toBe(shown);
});

it.each([
  { id: 'SHARED-22', format: dayMonthYear, shown: '14-03-2027', early: '02-11-2027' },
  { id: 'SHARED-23', format: daySlashMonthSlashYear, shown: '14/03/2027', early: '02/11/2027' },
  { id: 'SHARED-24', format: dayAndTime, shown: '14-03-2027 6:05, PM', early: '02-11-2027 12:09, AM' },
  { id: 'SHARED-25', format: timeOfDay, shown: '6:05 PM', early: '12:09 AM' },
  { id: 'SHARED-26', format: paddedTimeOfDay, shown: '06:05 PM', early: '12:09 AM' },
])('[$id] an instant is shown as $shown, one after midnight as $early', ({ format, shown, early }) => {
  expect(format(instant)).toBe(shown);
  expect(format('2027-11-02T00:09:00Z')).toBe(early);
});

it.each([
  ['an hourly rate', '24.5', '$24.50'],
  ['an amount of a row', '310', '$310.00'],
  ['a total', 1208.25, '$1,208.25'],
])('[SHELL-45] shows a $ and two decimals in %s', (_what, amount, shown) => expect(money(amount)).toBe(shown));

it('[SHARED-21] shows dates in UTC, also when the instant has another offset', () => {
  expect(dayMonthYear('2027-03-14T22:30:00-04:00')).toBe('15-03-2027');
  expect(dayAndTime('2027-03-14T22:30:00-04:00')).toBe('15-03-2027 2:30, AM');
});

it('shows the same day for a date-only value, and nothing for an empty value', () => {
  expect(dayMonthYear('2027-03-14')).toBe('14-03-2027');
  expect(daySlashMonthSlashYear('')).toBe('');
});

it('shows the time of the site and its zone', () => {
  expect(localTime(instant)).toMatch(/^2:05\sp\.m\.$/);
  expect(localDay('2027-03-15T02:00:00Z')).toBe('Sun, Mar 14, 2027');
});

it.each([
  ['Toronto, and so it says no more', 'America/Toronto', '9:30 p.m.', 'Fri, Jul 2, 2027', '2027-07-02'],
  ['Winnipeg', 'America/Winnipeg', '8:30 p.m. CDT', 'Fri, Jul 2, 2027', '2027-07-02'],
  ['Atikokan, which knows no summer time', 'America/Atikokan', '8:30 p.m. EST', 'Fri, Jul 2, 2027', '2027-07-02'],
  ['an API that does not say', undefined, '9:30 p.m.', 'Fri, Jul 2, 2027', '2027-07-02'],
])('shows the time of a site in %s', (_what, zone, time, day, date) => {
  const evening = '2027-07-03T01:30:00Z';
  expect(localTime(evening, zone).replace(/\s/g, ' ')).toBe(time);
  expect(localDay(evening, zone)).toBe(day);
  expect(siteDate(evening, zone)).toBe(date);
});

it('counts the days of a night shift when the browser writes en-CA dates as WebKit does', () => {
  const format = jest.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(() => '11/22/2026');
  expect(siteDate('2026-11-23T03:00:00Z')).toBe('2026-11-22');
  expect(daysAfter('2026-11-23T03:00:00Z', '2026-11-23T11:00:00Z')).toBe(1);
  format.mockRestore();
});

it("shows the date of the site's zone when it differs from the date in Toronto", () => {
  expect(siteDate('2027-01-15T05:30:00Z', 'America/Winnipeg')).toBe('2027-01-14');
  expect(daysAfter('2027-01-15T04:00:00Z', '2027-01-15T05:30:00Z', 'America/Winnipeg')).toBe(0);
  expect(daysAfter('2027-01-15T04:00:00Z', '2027-01-15T05:30:00Z')).toBe(1);
});

it.each([
  ['2027-03-14T22:00:00Z', '2027-03-15T02:00:00Z', 0],
  ['2027-03-14T22:00:00Z', '2027-03-15T06:00:00Z', 1],
])('counts from %s to %s as %s days at the site', (start, end, days) => {
  expect(daysAfter(start, end)).toBe(days);
});

it.each([
  [1234, true, '1,234'],
  [1000, false, '1,000+'],
])('shows a count of %s (exact: %s) as %s', (count, isExact, shown) => {
  expect(totalText(count, isExact)).toBe(shown);
});
