import type { Portal } from '@portal/mf-kit/portal';
import type { AddressSource, PickedAddress } from './addressSource';

async function filledBy({ text, toPlace }: google.maps.places.PlacePrediction): Promise<PickedAddress> {
  const { place } = await toPlace().fetchFields({ fields: ['addressComponents', 'location'] });
  const part = (...types: string[]) =>
    types.map((type) => place.addressComponents?.find((one) => one.types.includes(type))?.longText).find(Boolean) ?? '';
  const street = `${part('street_number')} ${part('route')}`.trim();
  return {
    fullAddress: street || text.text,
    city: part('locality', 'postal_town', 'sublocality', 'administrative_area_level_3'),
    state: part('administrative_area_level_1'),
    country: part('country'),
    postalCode: part('postal_code'),
    lat: place.location?.lat() ?? '',
    lng: place.location?.lng() ?? '',
  };
}

/** Google's autocomplete, for Canada only (WORKPROFILE-21); null if the script has no places. */
export async function googlePlaces(portal: Portal): Promise<AddressSource | null> {
  const maps = await portal.maps(['places']);
  const places = maps && maps !== 'refused' && window.google?.maps?.places;
  if (!places) return null;
  // Google bills one session from the first letter to the choice.
  let sessionToken: google.maps.places.AutocompleteSessionToken | null = null;
  return {
    credit: { text: 'Powered by Google', href: 'https://maps.google.com/' },
    async find(input) {
      sessionToken ??= new places.AutocompleteSessionToken();
      const request = { input, includedRegionCodes: ['ca'], sessionToken };
      const { suggestions } = await places.AutocompleteSuggestion.fetchAutocompleteSuggestions(request);
      return suggestions.flatMap(({ placePrediction }) => {
        if (!placePrediction) return [];
        const pick = () => {
          sessionToken = null;
          return filledBy(placePrediction);
        };
        return [{ label: placePrediction.text.text, pick }];
      });
    },
  };
}
