import { call } from '@portal/api-client/call';
import { searchText } from '@portal/contracts/_kernel/normalise';
import type { WorkProfile } from '@portal/contracts/guards/guards.work-profile';
import { lookupPlaces } from '@portal/contracts/places/places.endpoints';

const POSTAL_CODE = /^[A-Z]\d[A-Z]\d[A-Z]\d$/;

/** A question before an address that was typed by hand is saved, when its postal code is unknown or in another city; null: none is needed. */
export async function placeQuestion({ postalCode, city, lat }: Pick<WorkProfile, 'postalCode' | 'city' | 'lat'>) {
  if (lat !== undefined) return null;
  const places = await call(lookupPlaces, { q: postalCode }).then(
    ({ data }) => data.places,
    // The server places the address; the question is only a help.
    () => null,
  );
  if (!places) return null;
  const place = POSTAL_CODE.test(postalCode) ? places[0] : undefined;
  if (place && searchText(place.city) === searchText(city)) return null;
  return {
    title: 'Is this right?',
    body: place
      ? `The postal code ${postalCode} is in ${place.label}, and you entered ${city}. We measure distances to jobs from ${place.city}.`
      : `We do not know the postal code ${postalCode}. We measure distances to jobs from ${city}.`,
    confirm: 'Yes, save it',
    cancel: 'Change it',
  };
}
