import { torontoDate } from './clock';

// WebKit with ICU 72 writes en-CA dates as 11/22/2026, so code must not rely on the order of the parts.
it('returns the civil date as YYYY-MM-DD in every order in which browsers write en-CA dates', () => {
  const format = jest.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(() => '11/22/2026');
  expect(torontoDate(new Date('2026-11-23T03:00:00Z'))).toBe('2026-11-22');
  format.mockRestore();
});

it("begins a day at midnight of the site's time zone", () => {
  expect(torontoDate(new Date('2026-11-23T04:59:59Z'))).toBe('2026-11-22');
  expect(torontoDate(new Date('2026-11-23T05:00:00Z'))).toBe('2026-11-23');
});
