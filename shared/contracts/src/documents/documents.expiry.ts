import { daySlashMonthSlashYear } from '../_kernel/formats';

/** The days before an expiry on which a guard gets a reminder. */
export const reminderDays = [90, 60, 30, 14, 7] as const;
/** From this number of days before an expiry, every page shows a persistent notice. */
export const NOTICE_DAYS = 14;

/** Calendar days from one civil date to another; negative if `day` is earlier. */
export const daysBetween = (today: string, day: string): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000);

/** The latest reminder that is due with `daysLeft`. Null before the first reminder and after the expiry. */
export function dueReminder(daysLeft: number): number | null {
  if (daysLeft < 0) return null;
  return reminderDays.filter((days) => daysLeft <= days).at(-1) ?? null;
}

/** `in 13 days`, `tomorrow`, `today`, `yesterday`, `3 days ago`. */
export function daysText(daysLeft: number): string {
  if (daysLeft === 0) return 'today';
  if (daysLeft === 1) return 'tomorrow';
  if (daysLeft === -1) return 'yesterday';
  return daysLeft > 0 ? `in ${daysLeft} days` : `${-daysLeft} days ago`;
}

/** The name of a guard's licence next to the names of their documents. */
export const licenceName = 'security licence';

/** `Your security licence expires in 13 days, on 27/03/2027.` */
export const expiryText = (name: string, expiryDate: string, daysLeft: number): string =>
  `Your ${name} ${daysLeft < 0 ? 'expired' : 'expires'} ${daysText(daysLeft)}, on ${daySlashMonthSlashYear(expiryDate)}.`;
export const othersExpireText = (count: number): string =>
  count === 0 ? '' : count === 1 ? 'One more expires soon.' : `${count} more expire soon.`;
export const reminderTitle = (name: string, daysLeft: number): string => `Your ${name} expires ${daysText(daysLeft)}`;
