import { quantity } from '@portal/contracts/_kernel/formats';
import type { Job, JobDetail, Shift } from '@portal/contracts/jobs/jobs.shapes';
import type { Tone } from '@portal/ui/StatusChip';

/** `12.4 km`, or null if the guard's base is unknown. */
export const kilometres = (distance: number | null | undefined, unit = 'km'): string | null =>
  distance == null ? null : `${quantity(distance, 1)} ${unit}`;

/** `1 hour`, or `7.5 hours` from an exact decimal. */
export const hours = (amount: string): string => `${quantity(Number(amount), 2)} ${Number(amount) === 1 ? 'hour' : 'hours'}`;

type Lasting = Pick<Shift, 'totalShiftHours'>;
/** An integer, so that sums are exact. */
const hundredths = ({ totalShiftHours }: Lasting) => Math.round(Number(totalShiftHours) * 100);

/** The hours that all the shifts have; null if they differ. */
export function equalHours(shifts: readonly Lasting[]): string | null {
  const [first, ...others] = shifts.map(hundredths);
  return first !== undefined && others.length > 0 && others.every((one) => one === first) ? String(first / 100) : null;
}

/** `17 hours, 8.5 hours a shift` for equal shifts, else `12.5 hours`. `all` is the sum to show before the shifts are read. */
export function totalHours(shifts: readonly Lasting[], all?: string): string {
  const each = equalHours(shifts);
  const sum = hours(all ?? String(shifts.reduce((so, one) => so + hundredths(one), 0) / 100));
  return each === null ? sum : `${sum}, ${hours(each)} a shift`;
}

/** The shifts of an award; empty until they are read. */
export const committedShifts = ({ commitment }: Job, detail: JobDetail | null): readonly Shift[] =>
  detail?.shifts.filter(({ shiftDate }) => commitment?.dates.includes(shiftDate)) ?? [];

/** The address of Google's embedded map; `key` is the portal's maps key. */
export const embeddedMap = (key: string, { lat, long }: { lat: number; long: number }): string =>
  `https://www.google.com/maps/embed/v1/place?${new URLSearchParams({ key, q: `${lat},${long}`, zoom: '15' })}`;

const tones: Readonly<Record<number, Tone>> = {
  0: 'warning',
  1: 'info',
  2: 'danger',
  3: 'danger',
  4: 'accent',
  5: 'neutral',
  6: 'info',
  7: 'neutral',
};
export const statusTone = (status: number): Tone => tones[status] ?? 'neutral';
