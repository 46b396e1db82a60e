import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { lookupPlaces, Place } from '@portal/contracts/places/places.endpoints';
import { placeLimits } from '@portal/contracts/places/places.rules';
import { limitAttempts } from '../../platform/http/rate-limit';
import { parseAddress } from './parse-address';
import { type ListedPlace, normalizeName, places, placesByArea } from './places.data';

const STATE = 'Ontario';
const COUNTRY = 'Canada';
const perGuard = { bucket: 'places.lookup', ...placeLimits.lookups };

const townsOf = ({ name, city }: Pick<ListedPlace, 'name' | 'city'>) => (name === city ? name : `${name}, ${city}`);

function placeOf({ name, city, lat, lng }: ListedPlace, postalCode = ''): Place {
  return { label: `${townsOf({ name, city })}, ${STATE} ${postalCode}`.trim(), city, state: STATE, country: COUNTRY, postalCode, lat, lng };
}

/** 0 the whole name, 1 its beginning, 2 the beginning of one of its words, 3 a quarter of the named city, null no match. */
function rank(wanted: string, place: ListedPlace): number | null {
  if (place.plain === wanted) return 0;
  if (place.plain.startsWith(wanted)) return 1;
  if (place.plain.includes(` ${wanted}`)) return 2;
  return normalizeName(place.city) === wanted ? 3 : null;
}

/** Places with a name that begins with these words, the best first; a place with more postal areas counts as larger. */
function named(words: string): ListedPlace[] {
  const wanted = normalizeName(words);
  if (wanted.length < placeLimits.shortest) return [];
  return places
    .flatMap((place) => {
      const found = rank(wanted, place);
      return found === null ? [] : [{ place, found }];
    })
    .sort((a, b) => a.found - b.found || b.place.areas.length - a.place.areas.length || (a.place.plain < b.place.plain ? -1 : 1))
    .map(({ place }) => place);
}

/** A place that is named unambiguously is suggested with its postal areas, so that picking one fills the first half of the code. */
function suggest(found: ListedPlace[], words: string): Place[] {
  const [best, ...others] = found;
  if (!best) return [];
  const isMeant = best.plain === normalizeName(words) || others.length === 0;
  const [only] = best.areas;
  const ownAreas = isMeant && best.areas.length > 1 ? best.areas.map((area) => placeOf(best, area)) : [];
  return [placeOf(best, best.areas.length === 1 ? only : ''), ...ownAreas, ...others.map((place) => placeOf(place, oneArea(place)))];
}
const oneArea = ({ areas }: ListedPlace) => (areas.length === 1 ? areas[0] : '');

const KM_OF_A_DEGREE = 111;
const NEAR_KM = 25;

/** The place of the list that is nearest to a position, with its city; null where none is within 25 km. */
export function nearestPlace({ lat, long }: { lat: number; long: number }): string | null {
  const kilometres = (place: ListedPlace) =>
    KM_OF_A_DEGREE * Math.hypot(place.lat - lat, (place.lng - long) * Math.cos((lat * Math.PI) / 180));
  const nearest = places.reduce<{ place: ListedPlace | null; km: number }>(
    (best, place) => (kilometres(place) < best.km ? { place, km: kilometres(place) } : best),
    { place: null, km: NEAR_KM },
  );
  return nearest.place && townsOf(nearest.place);
}

/** Places for a typed text. With a city also the place of an address with that postal code and city. 429 for more calls than typing needs. */
export async function lookup(guardId: string, { q, city }: Input<typeof lookupPlaces>): Promise<Output<typeof lookupPlaces>> {
  await limitAttempts(perGuard, guardId);
  return { ...suggestionsFor(q), ...(city !== undefined && { located: locate({ postalCode: q, city }) }) };
}

/** The suggestions of {@link lookup}, without the rate limit. */
export function suggestionsFor(typed: string): Output<typeof lookupPlaces> {
  const { street, readings, area, postalCode } = parseAddress(typed);
  const coded = placesByArea.get(area);
  if (coded) return { street: streetBefore(street, readings, coded), places: [placeOf(coded, postalCode || area)] };
  if (area && readings.length === 0) {
    const begun = [...placesByArea].filter(([code]) => code.startsWith(area)).sort(([a], [b]) => (a < b ? -1 : 1));
    return { street: '', places: begun.slice(0, placeLimits.suggestions).map(([code, place]) => placeOf(place, code)) };
  }
  for (const reading of readings) {
    const places = suggest(named(reading.words), reading.words).slice(0, placeLimits.suggestions);
    const known = postalCode || area;
    if (places.length > 0) return { street: reading.street, places: known ? places.map((one) => ({ ...one, postalCode: known })) : places };
  }
  return { street, places: [] };
}

/** When the postal code names the place, the words before it are the street, except the place's own name. */
function streetBefore(street: string, readings: { street: string; words: string }[], { name, city }: ListedPlace): string {
  const own = readings.find(({ words }) => [normalizeName(name), normalizeName(city)].includes(normalizeName(words)));
  return own ? own.street : street;
}

/** The place with exactly this name; null when there is none. */
export const placeNamed = (name: string): { name: string; lat: number; lng: number } | null =>
  places.find((place) => place.plain === normalizeName(name)) ?? null;

/**
 * The place of a typed address: of its postal code, else of its city. A code in another form than a postal code's is ignored.
 * Null when neither is known.
 */
export function locate({ postalCode, city }: { postalCode: string; city: string }): Place | null {
  const { area } = parseAddress(postalCode);
  const coded = placesByArea.get(area);
  if (coded) return placeOf(coded, area);
  const wanted = normalizeName(city);
  const ofCity = places.find((place) => place.plain === wanted);
  return ofCity ? placeOf(ofCity) : null;
}
