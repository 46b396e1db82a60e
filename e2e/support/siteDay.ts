import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';

/** The civil date at the sites, so many days from now. */
export const siteDay = (days: number): string => addDays(torontoDate(new Date()), days);
