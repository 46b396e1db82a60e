import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Portal } from '@portal/mf-kit/portal';
import { useEffect, useRef, useState } from 'react';
import { REFUSED } from './refused';

/** `off` until the guard presses the button. `failed` may be tried again; `refused` means that Google rejected the portal's key. */
export type StreetState = 'off' | 'loading' | 'ready' | 'failed' | 'refused';

export interface StreetMap<Screen = unknown> {
  state: StreetState;
  /** The component that renders Google Maps; null unless the state is `ready`. */
  Map: Screen | null;
  /** Loads Google Maps, tries again after a failure, or returns to the portal's map. */
  press(): void;
}

async function come(portal: Portal): Promise<StreetState> {
  const maps = await portal.maps(['maps', 'marker']);
  if (maps === 'refused') return 'refused';
  // The shell of the previous release loads the script without these libraries.
  return maps && window.google?.maps?.Map && window.google.maps.Marker ? 'ready' : 'failed';
}

/**
 * Switches from the portal's map to Google Maps. Nothing is loaded before the guard presses the button.
 *
 * ```tsx
 * const streets = useStreetMap(async () => (await import('@portal/maps/StreetMap')).StreetMap);
 * {streets.Map ? <streets.Map at={at} place={name} /> : <OntarioMap at={at} place={name} />}
 * <StreetMapButton streets={streets} />
 * ```
 */
export function useStreetMap<Screen>(load: () => Promise<Screen>): StreetMap<Screen> {
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
