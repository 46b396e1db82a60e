import { call } from '@portal/api-client/call';
import { searchText } from '@portal/contracts/_kernel/normalise';
import type { WorkProfile } from '@portal/contracts/guards/guards.work-profile';
import { lookupPlaces, type Place } from '@portal/contracts/places/places.endpoints';

type Address = Pick<WorkProfile, 'postalCode' | 'city'>;

/** The text of the question; null if the API places the address in the typed city. */
function questionText({ postalCode, city }: Address, located: Place | null): string | null {
  if (!located) return `We know neither the postal code ${postalCode} nor the city ${city}, so we cannot measure distances to jobs.`;
  if (!located.postalCode) return `We do not know the postal code ${postalCode}. We measure distances to jobs from ${city}.`;
  if (searchText(located.city) === searchText(city)) return null;
  return `The postal code ${postalCode} is in ${located.label}, and you entered ${city}. We measure distances to jobs from ${located.city}.`;
}

/** Before a typed address is saved, returns a question if its postal code is unknown or in another city; otherwise null. */
export async function placeQuestion({ postalCode, city, lat }: Address & Pick<WorkProfile, 'lat'>) {
  if (lat !== undefined) return null;
  const located = await call(lookupPlaces, { q: postalCode, city }).then(
    ({ data }) => data.located,
    // The server places the address anyway; the question is only a help.
    () => undefined,
  );
  const body = located === undefined ? null : questionText({ postalCode, city }, located);
  return body === null ? null : { title: 'Is this right?', body, confirm: 'Yes, save it', cancel: 'Change it' };
}
