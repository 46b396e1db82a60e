import { torontoDate } from './clock';

// WebKit with ICU 72 writes en-CA as 11/22/2026: the order of a language's parts is nothing to rely on.
it('is the civil date as YYYY-MM-DD, however the browser writes a date of this language', () => {
  const format = jest.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(() => '11/22/2026');
  expect(torontoDate(new Date('2026-11-23T03:00:00Z'))).toBe('2026-11-22');
  format.mockRestore();
});

it('begins a day at midnight at the sites', () => {
  expect(torontoDate(new Date('2026-11-23T04:59:59Z'))).toBe('2026-11-22');
  expect(torontoDate(new Date('2026-11-23T05:00:00Z'))).toBe('2026-11-23');
});
