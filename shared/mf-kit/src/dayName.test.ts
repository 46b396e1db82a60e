import { byDay, dayName } from './dayName';

it('names days in Toronto at midnight and when the clocks change', () => {
  const now = Date.parse('2027-03-14T15:00:00Z');
  expect(dayName('2027-03-14T14:00:00Z', now)).toBe('Today');
  expect(dayName('2027-03-14T05:30:00Z', now)).toBe('Today');
  expect(dayName('2027-03-14T04:30:00Z', now)).toBe('Yesterday');
  expect(dayName('2027-03-12T14:00:00Z', now)).toBe('Fri, Mar 12, 2027');
  // 23:30 on a day of 25 hours.
  expect(dayName('2026-10-31T16:00:00Z', Date.parse('2026-11-02T04:30:00Z'))).toBe('Yesterday');
  expect(dayName('2027-03-14T14:00:00Z', null)).toBe('Sun, Mar 14, 2027');
});

it('groups rows of the same day in their order', () => {
  const now = Date.parse('2027-03-14T18:00:00Z');
  const rows = ['2027-03-14T17:00:00Z', '2027-03-14T12:00:00Z', '2027-03-13T17:00:00Z', '2027-03-14T16:00:00Z'];
  expect(byDay(rows, (row) => row, now)).toEqual([
    { day: 'Today', rows: [rows[0], rows[1]] },
    { day: 'Yesterday', rows: [rows[2]] },
    { day: 'Today', rows: [rows[3]] },
  ]);
});
