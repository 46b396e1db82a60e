/**
 * The time zone that the guard's own device is set to, such as `America/Winnipeg`: for what was done on it and at no site, or at one that
 * nobody knows yet. In Kenora it is the site's own time, too.
 */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
