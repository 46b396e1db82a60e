import { type Library, Loader } from '@googlemaps/js-api-loader';
import type { MapsLibrary } from '@portal/mf-kit/portal';
import { REFUSED } from './refused';

const DEADLINE_MS = 10_000;
let isRefused = false;

/**
 * Google's script calls this function by its name if it rejects the key. The displayed maps are replaced, and the script is not loaded
 * again.
 */
function refuse(): void {
  isRefused = true;
  window.dispatchEvent(new Event(REFUSED));
}

/** A script that the content policy blocks, and a hung network, report no failure. */
function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The maps script did not come in time')), DEADLINE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Loads Google Maps for the page. Parallel calls share one load; a call after a failure loads again. Returns null after a failure or 10
 * seconds. See `Portal.maps`.
 */
export async function loadMaps(apiKey: string, libraries: readonly MapsLibrary[]): Promise<typeof google.maps | 'refused' | null> {
  if (isRefused) return 'refused';
  Object.assign(window, { gm_authFailure: refuse });
  // Sends only the origin, because paths contain guard ids.
  const loader = new Loader({ apiKey, region: 'CA', language: 'en', authReferrerPolicy: 'origin', retries: 0 });
  const wanted: readonly Library[] = ['core', ...libraries];
  try {
    await inTime(Promise.all(wanted.map((name) => loader.importLibrary(name))));
  } catch {
    return null;
  }
  return isRefused ? 'refused' : google.maps;
}
