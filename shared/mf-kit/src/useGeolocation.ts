import { useCallback, useState } from 'react';
import { usePortal } from './PortalContext';
import type { Portal, Position } from './portal';

const permission = async () => (await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null))?.state;

/** Returns the position if the guard allowed it before, or null. Shows no question and no error. */
export const geolocationIfAllowed = async (portal: Portal): Promise<Position | null> =>
  (await permission()) === 'granted' ? portal.position() : null;

/** The text for a missing position, with the browser's reason. `still` names the part that works without it. */
export async function noPositionText(still: string): Promise<string> {
  const why =
    (await permission()) === 'denied' ? 'Your browser does not share your position with this page.' : 'Your position could not be found.';
  return `${why} ${still}`;
}

/** Reads the position on request. If it fails, `note` explains it in one line; show it in a `Status` near the button. */
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
