export interface StatementPeriod {
  label: string;
  from: string;
  to: string;
}

const two = (part: number) => String(part).padStart(2, '0');
const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

function monthOf(year: number, month: number, label: string): StatementPeriod {
  const first = `${year}-${two(month)}`;
  return { label, from: `${first}-01`, to: `${first}-${two(lastDay(year, month))}` };
}
const yearOf = (year: number): StatementPeriod => ({ label: `Year ${year}`, from: `${year}-01-01`, to: `${year}-12-31` });

/** The usual months and years; `today` is a civil date at the sites. */
export function usualPeriods(today: string): StatementPeriod[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const before = month === 1 ? ([year - 1, 12] as const) : ([year, month - 1] as const);
  return [monthOf(year, month, 'This month'), monthOf(...before, 'Last month'), yearOf(year), yearOf(year - 1)];
}
