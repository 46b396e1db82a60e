import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import { localDay } from '@portal/contracts/_kernel/formats';

/** Days by their hour: offsets are whole hours, and a chat formats the same day thousands of times. */
const days = new Map<string, string>();
function dayOf(instant: string): string {
  const hour = instant.slice(0, 13);
  const known = days.get(hour) ?? localDay(instant);
  days.set(hour, known);
  return known;
}

/**
 * `Today`, `Yesterday` or `Sun, Mar 14, 2027` in Toronto; only the date while it is not known which day is today.
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

/** Rows that follow each other on one day, under its name; the order stays. */
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
