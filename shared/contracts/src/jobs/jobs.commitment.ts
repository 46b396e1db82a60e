import { addDays } from '../_kernel/clock';
import { money, quantity } from '../_kernel/formats';
import type { Job } from './jobs.shapes';

export type Commitment = NonNullable<Job['commitment']>;

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

/** A commitment as text: `5 shifts`, all dates, `40 hours`, and `40 hours, $910.00 in total`. */
export const commitmentText = ({ dates, hours, pay }: Commitment) => ({
  shifts: dates.length === 1 ? '1 shift' : `${dates.length} shifts`,
  dates: daysOf(dates),
  hours: hoursOf(hours),
  total: `${hoursOf(hours)}, ${money(pay)} in total`,
});
