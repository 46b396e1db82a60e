import { useCallback, useState } from 'react';
import { usePortal } from './PortalContext';
import type { Portal, Position } from './portal';

const permission = async () => (await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null))?.state;

/** The position if the guard permitted it before: asks nothing, and says nothing. */
export const geolocationIfAllowed = async (portal: Portal): Promise<Position | null> =>
  (await permission()) === 'granted' ? portal.position() : null;

/** That there is no position, and why as far as the browser tells; `still` says what works without it. */
export async function noPositionText(still: string): Promise<string> {
  const why =
    (await permission()) === 'denied' ? 'Your browser does not share your position with this page.' : 'Your position could not be found.';
  return `${why} ${still}`;
}

/**
 * Reads the position because the guard asked for it. `note` stays empty until none came; then it says so in one calm line, which
 * stands in a `Status` by the button.
 */
export function useGeolocation(still: string): { read(): Promise<Position | null>; isReading: boolean; note: string } {
  const portal = usePortal();
  const [isReading, setReading] = useState(false);
  const [note, setNote] = useState('');
  const read = useCallback(async () => {
    setNote('');
    setReading(true);
    const position = await portal.position();
    setReading(false);
    if (!position) setNote(await noPositionText(still));
    return position;
  }, [portal, still]);
  return { read, isReading, note };
}
