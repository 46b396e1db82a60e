import { instantOf, siteDay, siteTime, utcOfSiteTime } from './siteTime';

const winter = new Date('2027-01-15T02:30:20Z');

it.each([
  ['21:00', null, winter, '02:00:00'],
  ['21:30', null, winter, '02:30:00'],
  ['21:31', null, winter, '02:31:00'],
  ['21:32', null, winter, '02:32:00'],
  ['20:15', 'America/Winnipeg', winter, '02:15:00'],
  // The clocks of Toronto change at 07:00 UTC in spring and at 06:00 UTC in autumn.
  ['01:30', null, new Date('2027-03-14T09:00:00Z'), '06:30:00'],
  ['23:30', null, new Date('2027-11-07T08:00:00Z'), '03:30:00'],
])('converts %s at a site in zone %s into UTC', (time, zone, now, utc) => {
  expect(utcOfSiteTime(time, now, zone)).toBe(utc);
  expect(siteTime(instantOf(utc, now) as string, zone)).toBe(time);
});

it('returns the day of an event at the site', () => {
  const now = new Date('2027-03-15T04:10:00Z');
  expect(siteDay('2027-03-15T04:05:00Z', now, null)).toBe('Today');
  expect(siteDay('2027-03-15T03:55:00Z', now, null)).toBe('Yesterday');
  expect(siteDay('2027-03-15T03:55:00Z', now, 'America/Winnipeg')).toBe('Today');
});

it.each(['', '9:00', '24:00:00', null])('returns no instant for %j', (text) => expect(instantOf(text, winter)).toBeNull());
