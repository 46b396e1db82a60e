import { quantity } from '@portal/contracts/_kernel/formats';
import type { Portal, Position } from '@portal/mf-kit/portal';

const HOUR = 3_600_000;

/** The last read position, unless it is older than an hour: help must not go to an outdated place. */
export function recentPosition(portal: Portal): Position | null {
  const position = portal.lastPosition();
  // Both times are from the device clock.
  return position?.at && Date.now() - Date.parse(position.at) < HOUR ? position : null;
}

/** `40 m`, `1.2 km`. */
export const distance = (metres: number): string => (metres < 1000 ? `${Math.round(metres)} m` : `${quantity(metres / 1000, 1)} km`);
