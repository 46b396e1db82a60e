/** The IANA time zone of the guard's device, such as `America/Winnipeg`, for instants without a known site. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
