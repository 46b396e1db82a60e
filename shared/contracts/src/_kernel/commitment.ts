import { array, type InferType, object } from 'yup';
import { addDays } from './clock';
import { money, quantity } from './formats';
import { civilDate, decimal } from './shapes';

/**
 * What a guard gets with an award: the dates, hours and pay of all shifts that are not over. Shifts with approved leave of this guard do
 * not count. Null without any shift; missing in replies of the previous release.
 */
export const commitmentShape = () =>
  object({
    dates: array(civilDate().required()).required(),
    hours: decimal().required(),
    pay: decimal().required(),
  })
    .nullable()
    .optional()
    .default(undefined);
export type Commitment = NonNullable<InferType<ReturnType<typeof commitmentShape>>>;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayOf = (date: string): string => `${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`;
const isSameMonth = (one: string, other: string): boolean => one.slice(0, 7) === other.slice(0, 7);

/** Combines three or more consecutive days to one range; other days stay single. */
function runsOf(dates: readonly string[]): [string, string][] {
  const runs: [string, string][] = [];
  for (const date of dates) {
    const run = runs.at(-1);
    if (run && date === addDays(run[1], 1)) run[1] = date;
    else runs.push([date, date]);
  }
  return runs.flatMap(([first, last]) =>
    last === addDays(first, 1)
      ? [
          [first, first],
          [last, last],
        ]
      : [[first, last]],
  );
}

/** Every date: `Mar 16, 17, 20; Apr 1`, and `Nov 28 – Dec 3` for consecutive days. */
function daysOf(dates: readonly string[]): string {
  let words = '';
  let before = '';
  for (const [first, last] of runsOf(dates)) {
    const isSame = isSameMonth(before, first);
    const end = last === first ? '' : isSameMonth(first, last) ? `–${Number(last.slice(8))}` : ` – ${dayOf(last)}`;
    words += `${words && (isSame ? ', ' : '; ')}${isSame ? Number(first.slice(8)) : dayOf(first)}${end}`;
    before = last;
  }
  return words;
}

/** `1 hour`, `22.5 hours` from an exact decimal. */
const hoursOf = (hours: string): string => `${quantity(Number(hours), 2)} ${Number(hours) === 1 ? 'hour' : 'hours'}`;

/** `3 shifts: Mar 16, 17; Apr 2`; null if the only shift is on the day that is shown with its times. */
export function shiftsText(commitment: Commitment | null | undefined, shownDay?: string): string | null {
  if (!commitment) return null;
  if (commitment.dates.length === 1 && (shownDay ?? commitment.dates[0]) === commitment.dates[0]) return null;
  const { shifts, dates } = commitmentText(commitment);
  return `${shifts}: ${dates}`;
}

/** Longer lists make a text message of several parts. */
const ALERT_DAYS_LENGTH = 80;

/** `shiftsText` for an alert, where a long list of dates becomes `31 shifts from Mar 16 to May 15`. */
export function alertShiftsText(commitment: Commitment | null | undefined): string | null {
  const text = shiftsText(commitment);
  const { dates = [] } = commitment ?? {};
  if (!text || text.length <= ALERT_DAYS_LENGTH) return text;
  return `${dates.length} shifts from ${dayOf(dates[0] ?? '')} to ${dayOf(dates.at(-1) ?? '')}`;
}

/** A commitment as text: `5 shifts`, all dates, `40 hours`, and `40 hours, $910.00 in total`. */
export const commitmentText = ({ dates, hours, pay }: Commitment) => ({
  shifts: dates.length === 1 ? '1 shift' : `${dates.length} shifts`,
  dates: daysOf(dates),
  hours: hoursOf(hours),
  total: `${hoursOf(hours)}, ${money(pay)} in total`,
});
