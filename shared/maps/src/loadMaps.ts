import { type Library, Loader } from '@googlemaps/js-api-loader';
import type { MapsLibrary } from '@portal/mf-kit/portal';
import { REFUSED } from './refused';

const DEADLINE_MS = 10_000;
let isRefused = false;

/** What google's script calls by this name when it does not take the key: maps that stand are told, and nobody asks again. */
function refuse(): void {
  isRefused = true;
  window.dispatchEvent(new Event(REFUSED));
}

/** Not every failure is told: what the page's policy stops, or a hung network, never ends by itself. */
function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The maps script did not come in time')), DEADLINE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The page's one loader, for the shell: asked again after a failure it tries again, while it loads it joins. See `Portal.maps`. */
export async function loadMaps(apiKey: string, libraries: readonly MapsLibrary[]): Promise<typeof google.maps | 'refused' | null> {
  if (isRefused) return 'refused';
  Object.assign(window, { gm_authFailure: refuse });
  // The origin alone is sent: paths name guards.
  const loader = new Loader({ apiKey, region: 'CA', language: 'en', authReferrerPolicy: 'origin', retries: 0 });
  const wanted: readonly Library[] = ['core', ...libraries];
  try {
    await inTime(Promise.all(wanted.map((name) => loader.importLibrary(name))));
  } catch {
    return null;
  }
  return isRefused ? 'refused' : google.maps;
}
