import { local } from '@portal/device/storage';
import type { Position } from '@portal/mf-kit/portal';

const TIMEOUT_MS = 10_000;
const FRESH_MS = 60_000;

/** Reads the device's position when a screen asks, and keeps it as latitude and longitude (SHELL-37, SESSION-17, SESSION-18). */
export function createPositionReader() {
  let last: Position | null = null;

  function kept(): Position | null {
    const latitude = Number.parseFloat(local.getItem('latitude') ?? '');
    const longitude = Number.parseFloat(local.getItem('longitude') ?? '');
    if (last || Number.isNaN(latitude) || Number.isNaN(longitude)) return last;
    return { latitude, longitude, accuracy: 0, at: '' };
  }

  const read = () =>
    new Promise<Position | null>((resolve) => {
      if (!('geolocation' in navigator)) return resolve(null);
      navigator.geolocation.getCurrentPosition(
        ({ coords, timestamp }) => {
          last = {
            latitude: coords.latitude,
            longitude: coords.longitude,
            accuracy: coords.accuracy,
            at: new Date(timestamp).toISOString(),
          };
          local.setItem('latitude', String(last.latitude));
          local.setItem('longitude', String(last.longitude));
          resolve(last);
        },
        () => resolve(null),
        { timeout: TIMEOUT_MS, maximumAge: FRESH_MS },
      );
    });
  return { lastPosition: kept, position: read };
}
