import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Portal } from '@portal/mf-kit/portal';
import { useEffect, useRef, useState } from 'react';
import { REFUSED } from './refused';

/** `off` until the guard asks; `failed` may be tried again, `refused` is google's word on the portal's key. */
export type StreetState = 'off' | 'loading' | 'ready' | 'failed' | 'refused';

export interface Streets<Screen = unknown> {
  state: StreetState;
  /** What draws google's map: there while it is ready. */
  Map: Screen | null;
  /** Asks for google's map, tries again after a failure, or puts our own map back. */
  press(): void;
}

async function come(portal: Portal): Promise<StreetState> {
  const maps = await portal.maps(['maps', 'marker']);
  if (maps === 'refused') return 'refused';
  // A shell of the release before loads the script without these.
  return maps && window.google?.maps?.Map && window.google.maps.Marker ? 'ready' : 'failed';
}

/**
 * Whether google's map stands instead of our own, which stays until then. Nothing is fetched before the guard asks: then google's
 * script and, by `load`, our own code around it.
 */
export function useStreetMap<Screen>(load: () => Promise<Screen>): Streets<Screen> {
  const portal = usePortal();
  const [state, setState] = useState<StreetState>('off');
  const map = useRef<Screen | null>(null);
  useEffect(() => {
    const refuse = () => setState((now) => (now === 'off' ? now : 'refused'));
    window.addEventListener(REFUSED, refuse);
    return () => window.removeEventListener(REFUSED, refuse);
  }, []);
  const press = async () => {
    if (state === 'ready' || state === 'loading') return setState('off');
    setState('loading');
    const [came, code] = await Promise.all([come(portal), load().catch(() => null)]);
    map.current = code;
    setState((now) => (now !== 'loading' ? now : came === 'ready' && !code ? 'failed' : came));
  };
  return { state, Map: state === 'ready' ? map.current : null, press: () => void press() };
}
