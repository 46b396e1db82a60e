import { quantity } from '@portal/contracts/_kernel/formats';
import type { Tone } from '@portal/ui/StatusChip';

/** `12.4 km`, or null when the guard's base is not known. */
export const kilometres = (distance: number | null | undefined, unit = 'km'): string | null =>
  distance == null ? null : `${quantity(distance, 1)} ${unit}`;

/** `1 hour`, `7.5 hours` from an exact decimal. */
export const hours = (amount: string): string => `${quantity(Number(amount), 2)} ${Number(amount) === 1 ? 'hour' : 'hours'}`;

/** The provider's embed of the place; takes the portal's maps key. */
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
