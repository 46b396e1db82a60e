import { call } from '@portal/api-client/call';
import { searchText } from '@portal/contracts/_kernel/normalise';
import type { WorkProfile } from '@portal/contracts/guards/guards.work-profile';
import { lookupPlaces, type Place } from '@portal/contracts/places/places.endpoints';

type Address = Pick<WorkProfile, 'postalCode' | 'city'>;

/** The text of the question; null if the API places the address in the typed city, or is a release that does not report the place. */
function questionText({ postalCode, city }: Address, located: Place | null | undefined): string | null {
  if (located === undefined) return null;
  if (!located) return `We know neither the postal code ${postalCode} nor the city ${city}, so we cannot measure distances to jobs.`;
  if (!located.postalCode) return `We do not know the postal code ${postalCode}. We measure distances to jobs from ${city}.`;
  if (searchText(located.city) === searchText(city)) return null;
  return `The postal code ${postalCode} is in ${located.label}, and you entered ${city}. We measure distances to jobs from ${located.city}.`;
}

/** Before a typed address is saved, returns a question if its postal code is unknown, in another city or not checked; otherwise null. */
export async function placeQuestion(typed: Address & Pick<WorkProfile, 'lat'>) {
  const { postalCode, city, lat } = typed;
  if (lat !== undefined) return null;
  const body = await call(lookupPlaces, { q: postalCode, city }).then(
    ({ data }) => questionText(typed, data.located),
    // Without a connection the save fails as well, and the guard submits again.
    () => (navigator.onLine ? `We could not check the postal code. You entered ${postalCode}, ${city}.` : null),
  );
  return body === null ? null : { title: 'Is this right?', body, confirm: 'Yes, save it', cancel: 'Change it' };
}
