import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import type { ReactNode } from 'react';
import type { StreetMap, StreetState } from './useStreetMap';

const notes: Record<StreetState, string> = {
  off: '',
  loading: 'Loading the street map.',
  ready: '',
  failed: 'The street map did not load. This is our own map.',
  refused: 'The street map is not available here at the moment. This is our own map.',
};

/**
 * The button that replaces the portal's map by Google Maps, with the state of loading. Renders nothing without a maps key. `instead` is
 * shown after a failure, next to the retry.
 */
export function StreetMapButton({ streets: { state, press }, instead }: { streets: StreetMap; instead?: ReactNode }) {
  if (!usePortal().config.mapsKey) return null;
  const isOn = state === 'loading' || state === 'ready';
  return (
    <>
      <Status>{notes[state]}</Status>
      {state === 'failed' && instead}
      <Button variant="secondary" small aria-pressed={isOn} onClick={press}>
        {state === 'failed' ? 'Try the street map again' : 'Street map'}
      </Button>
    </>
  );
}
