import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';

/** The civil date at the sites, in `days` days. */
export const siteDay = (days: number): string => addDays(torontoDate(new Date()), days);
