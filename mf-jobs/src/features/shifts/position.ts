import { quantity } from '@portal/contracts/_kernel/formats';
import type { Portal, Position } from '@portal/mf-kit/portal';

const HOUR = 3_600_000;

/** The position that was read last, unless it is older than an hour: help must not be sent to yesterday's place. */
export function recentPosition(portal: Portal): Position | null {
  const position = portal.lastPosition();
  // Both instants are the device's own.
  return position?.at && Date.now() - Date.parse(position.at) < HOUR ? position : null;
}

/** `40 m`, `1.2 km`. */
export const distance = (metres: number): string => (metres < 1000 ? `${Math.round(metres)} m` : `${quantity(metres / 1000, 1)} km`);
