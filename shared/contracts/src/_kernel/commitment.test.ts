import { addDays } from './clock';
import { alertShiftsText, commitmentText, shiftsText } from './commitment';

it.each([
  [['2027-03-16'], '8', '182.00', { shifts: '1 shift', dates: 'Mar 16', hours: '8 hours', total: '8 hours, $182.00 in total' }],
  [
    ['2027-03-30', '2027-03-31', '2027-04-02'],
    '22.5',
    '511.88',
    { shifts: '3 shifts', dates: 'Mar 30, 31; Apr 2', hours: '22.5 hours', total: '22.5 hours, $511.88 in total' },
  ],
  [
    ['2027-12-31', '2028-01-01'],
    '1',
    '20',
    { shifts: '2 shifts', dates: 'Dec 31; Jan 1', hours: '1 hour', total: '1 hour, $20.00 in total' },
  ],
])('names every date, the hours and the pay of a commitment to %j', (dates, hours, pay, words) =>
  expect(commitmentText({ dates, hours, pay })).toEqual(words),
);

it.each([
  [['2027-03-14', '2027-03-15', '2027-03-16'], 'Mar 14–16'],
  [['2027-03-12', '2027-03-14', '2027-03-15', '2027-03-16', '2027-03-20'], 'Mar 12, 14–16, 20'],
  [['2027-11-28', '2027-11-29', '2027-11-30', '2027-12-01', '2027-12-04'], 'Nov 28 – Dec 1, 4'],
  [['2027-03-14', '2027-03-15', '2027-03-17', '2027-03-18'], 'Mar 14, 15, 17, 18'],
])('writes three or more consecutive days as one range: %j', (dates, words) =>
  expect(commitmentText({ dates, hours: '8', pay: '100' }).dates).toBe(words),
);

it.each([
  [['2027-03-16', '2027-03-17'], '2 shifts: Mar 16, 17'],
  [['2027-03-16'], null],
])('lists the shifts of %j as %j', (dates, words) => expect(shiftsText({ dates, hours: '8', pay: '100' })).toBe(words));

it('shortens a long list of dates in an alert to the first and the last', () => {
  const every = (days: number, most: number) => Array.from({ length: most }, (_, n) => addDays('2027-03-16', n * days));
  const alert = (dates: string[]) => alertShiftsText({ dates, hours: '8', pay: '100' });
  expect(alert(every(2, 31))).toBe('31 shifts from Mar 16 to May 15');
  expect(alert(every(2, 3))).toBe('3 shifts: Mar 16, 18, 20');
  expect(alert(every(1, 62))).toBe('62 shifts: Mar 16 – May 16');
  expect(alertShiftsText(null)).toBeNull();
});

it('lists no shifts without a commitment', () => expect([shiftsText(null), shiftsText(undefined)]).toEqual([null, null]));

it.each([
  ['2027-03-12', '1 shift: Mar 20'],
  ['2027-03-20', null],
])('when the times of %s are shown, lists the only shift of Mar 20 as %j', (shownDay, words) =>
  expect(shiftsText({ dates: ['2027-03-20'], hours: '8', pay: '100' }, shownDay)).toBe(words),
);
