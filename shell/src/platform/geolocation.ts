import { local } from '@portal/device/storage';
import type { Position } from '@portal/mf-kit/portal';

const TIMEOUT_MS = 10_000;
/** The browser's own timeout pauses while its permission question is open. */
const DEADLINE_MS = 12_000;
const FRESH_MS = 60_000;

/** Reads the position of the device on request, and stores it (SHELL-37, SESSION-17, SESSION-18). */
export function createPositionReader() {
  let last: Position | null = null;

  function stored(): Position | null {
    const latitude = Number.parseFloat(local.getItem('latitude') ?? '');
    const longitude = Number.parseFloat(local.getItem('longitude') ?? '');
    if (last || Number.isNaN(latitude) || Number.isNaN(longitude)) return last;
    return { latitude, longitude, accuracy: 0, at: '' };
  }

  const read = () =>
    new Promise<Position | null>((resolve) => {
      if (!('geolocation' in navigator)) return resolve(null);
      const deadline = setTimeout(() => resolve(null), DEADLINE_MS);
      const end = (position: Position | null) => {
        clearTimeout(deadline);
        resolve(position);
      };
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy }, timestamp }) => {
          last = { latitude, longitude, accuracy, at: new Date(timestamp).toISOString() };
          local.setItem('latitude', String(latitude));
          local.setItem('longitude', String(longitude));
          end(last);
        },
        () => end(null),
        { timeout: TIMEOUT_MS, maximumAge: FRESH_MS },
      );
    });
  return { lastPosition: stored, position: read };
}
