/** The time zones of sites, as the check of `locations.time_zone` has them. */
export const siteZones = ['America/Toronto', 'America/Winnipeg', 'America/Atikokan'] as const;
