import { placeLimits } from '@portal/contracts/places/places.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Portal } from '@portal/mf-kit/portal';
import { useEffect, useRef, useState } from 'react';
import { type AddressSource, type AddressSuggestion, ownPlaces } from './addressSource';

/** Suggestions are requested after this pause in typing. */
export const PAUSE_MS = 200;

/** Google's places if a key is set and the script loads, else the API's own look-up. */
async function chooseSource(portal: Portal): Promise<AddressSource> {
  if (!portal.config.mapsKey) return ownPlaces;
  try {
    const { googlePlaces } = await import(/* webpackChunkName: "google-places" */ './googlePlaces');
    return (await googlePlaces(portal)) ?? ownPlaces;
  } catch {
    return ownPlaces;
  }
}

/** A refusal or an error of the first source must not leave the guard without suggestions. */
async function findSuggestions(
  source: AddressSource,
  typed: string,
  signal: AbortSignal,
): Promise<{ found: AddressSuggestion[]; source: AddressSource }> {
  try {
    return { found: await source.find(typed, signal), source };
  } catch (error) {
    if (source === ownPlaces || signal.aborted) throw error;
    return { found: await ownPlaces.find(typed, signal), source: ownPlaces };
  }
}

export interface AddressSuggestions {
  list: readonly AddressSuggestion[];
  state: 'idle' | 'looking' | 'found' | 'none' | 'failed';
  credit: AddressSource['credit'];
}
const idle: AddressSuggestions = { list: [], state: 'idle', credit: ownPlaces.credit };

/** Suggestions for the typed text, after a pause; empty text requests nothing. The newest text wins. */
export function useSuggestions(typed: string): AddressSuggestions {
  const portal = usePortal();
  const source = useRef<Promise<AddressSource> | null>(null);
  const [suggestions, setSuggestions] = useState(idle);
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted.length < placeLimits.shortest) return setSuggestions(idle);
    const stop = new AbortController();
    const look = async () => {
      setSuggestions((last) => ({ ...last, state: 'looking' }));
      source.current ??= chooseSource(portal);
      try {
        const { found, source: used } = await findSuggestions(await source.current, wanted, stop.signal);
        if (!stop.signal.aborted) setSuggestions({ list: found, state: found.length > 0 ? 'found' : 'none', credit: used.credit });
      } catch {
        if (!stop.signal.aborted) setSuggestions({ ...idle, state: 'failed' });
      }
    };
    const timer = setTimeout(() => void look(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [portal, wanted]);
  return suggestions;
}
