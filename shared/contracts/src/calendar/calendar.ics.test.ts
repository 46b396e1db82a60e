import { type CalendarShift, calendarOf, fileNameOf, foldLine } from './calendar.ics';

const shift: CalendarShift = {
  shiftId: '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01',
  jobTitle: 'Night watch',
  locationName: '7 Queen Street West, Toronto',
  startTime: '2027-03-14T03:00:00.000Z',
  endTime: '2027-03-14T10:00:00.000Z',
  hourlyRate: '24.50',
  sequence: 2,
  isCancelled: false,
};
const now = '2027-03-10T15:00:00.000Z';
const lines = (changes: Partial<CalendarShift> = {}) => calendarOf([{ ...shift, ...changes }], now).split('\r\n');
const unfold = (text: string) => text.replace(/\r\n /g, '');

it('writes a calendar according to RFC 5545', () => {
  const text = calendarOf([shift], now);
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:[^\r]+\r\n/);
  expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true);
  expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
  expect(lines()).toEqual(
    expect.arrayContaining([
      'UID:5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01@guard-portal',
      'DTSTAMP:20270310T150000Z',
      'DTSTART:20270314T030000Z',
      'DTEND:20270314T100000Z',
      'SEQUENCE:2',
      'STATUS:CONFIRMED',
      'SUMMARY:Night watch',
      'LOCATION:7 Queen Street West\\, Toronto',
    ]),
  );
});

it.each(['31', '31.5', '31.50'])('[SHELL-45] writes the rate of %s with a $ and two decimals', (hourlyRate) => {
  expect(lines({ hourlyRate })).toContain(`DESCRIPTION:$${hourlyRate === '31' ? '31.00' : '31.50'} / hour`);
});

it('retains the UID of a cancelled shift, marks it as cancelled and raises its sequence', () => {
  expect(lines({ isCancelled: true })).toEqual(
    expect.arrayContaining([
      'UID:5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01@guard-portal',
      'STATUS:CANCELLED',
      'SEQUENCE:3',
      'TRANSP:TRANSPARENT',
    ]),
  );
});

it.each([
  ['a, b; c', 'SUMMARY:a\\, b\\; c'],
  ['back\\slash', 'SUMMARY:back\\\\slash'],
  ['two\nlines', 'SUMMARY:two\\nlines'],
  ['two\r\nlines', 'SUMMARY:two\\nlines'],
  ['END:VEVENT\r\nATTENDEE:x', 'SUMMARY:END:VEVENT\\nATTENDEE:x'],
  ['lone\rreturn', 'SUMMARY:lonereturn'],
])('escapes %j', (jobTitle, line) => expect(lines({ jobTitle })).toContain(line));

it.each([
  ['74 letters', 'a'.repeat(74), 1],
  ['75 letters', 'a'.repeat(75), 1],
  ['76 letters', 'a'.repeat(76), 2],
  ['letters of two octets', 'é'.repeat(60), 2],
  ['pictures of four octets', '🌙'.repeat(40), 3],
])('folds %s at 75 octets without splitting a character', (_what, text, count) => {
  const rows = foldLine(text).split('\r\n');
  expect(rows).toHaveLength(count);
  for (const row of rows) expect(new TextEncoder().encode(row).length).toBeLessThanOrEqual(75);
  expect(unfold(foldLine(text))).toBe(text);
});

it('gives the file a name that every system accepts', () => {
  expect(fileNameOf({ jobTitle: 'Night watch: “Gate 7” / Nörd', startTime: shift.startTime })).toBe(
    'night-watch-gate-7-n-rd-2027-03-14.ics',
  );
  expect(fileNameOf({ jobTitle: '夜警', startTime: shift.startTime })).toBe('2027-03-14.ics');
});
