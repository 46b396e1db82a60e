import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import { localDay } from '@portal/contracts/_kernel/formats';

/** Names by hour: time zone offsets are whole hours, and a chat formats the same day thousands of times. */
const days = new Map<string, string>();
function dayOf(instant: string): string {
  const hour = instant.slice(0, 13);
  const known = days.get(hour) ?? localDay(instant);
  days.set(hour, known);
  return known;
}

/**
 * Returns `Today`, `Yesterday` or `Sun, Mar 14, 2027` in Toronto; only the date if `now` is null.
 * @param instant ISO, in UTC.
 * @param now by the server's clock, in ms (`useNow`).
 */
export function dayName(instant: string, now: number | null): string {
  const day = dayOf(instant);
  if (now === null) return day;
  const today = new Date(now);
  if (day === dayOf(today.toISOString())) return 'Today';
  if (day === dayOf(`${addDays(torontoDate(today), -1)}T17:00:00Z`)) return 'Yesterday';
  return day;
}

/** Groups consecutive rows of the same day under its name. The order stays. */
export function byDay<Row>(rows: readonly Row[], instantOf: (row: Row) => string, now: number | null): { day: string; rows: Row[] }[] {
  const groups: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const day = dayName(instantOf(row), now);
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}
