import { plainPostalCode } from '@portal/contracts/guards/guards.work-profile';
import type { AddressSource, Picked } from './addressSource';

/** What we use of the maps script's places. */
interface Component {
  longText: string | null;
  types: string[];
}
interface Prediction {
  text: { text: string };
  toPlace(): {
    fetchFields(wanted: { fields: string[] }): Promise<unknown>;
    addressComponents?: Component[];
    location?: { lat(): number; lng(): number } | null;
  };
}
interface Places {
  AutocompleteSuggestion: {
    fetchAutocompleteSuggestions(request: object): Promise<{ suggestions: { placePrediction: Prediction | null }[] }>;
  };
  AutocompleteSessionToken: new () => object;
}
interface Maps {
  importLibrary(name: 'places'): Promise<Places>;
}
const isMaps = (maps: unknown): maps is Maps => typeof maps === 'object' && maps !== null && 'importLibrary' in maps;

async function filledBy({ text, toPlace }: Prediction): Promise<Picked> {
  const place = toPlace();
  await place.fetchFields({ fields: ['addressComponents', 'location'] });
  const part = (...types: string[]) =>
    types.map((type) => place.addressComponents?.find((one) => one.types.includes(type))?.longText).find(Boolean) ?? '';
  const street = `${part('street_number')} ${part('route')}`.trim();
  return {
    fullAddress: street || text.text,
    city: part('locality', 'postal_town', 'sublocality', 'administrative_area_level_3'),
    state: part('administrative_area_level_1'),
    country: part('country'),
    postalCode: plainPostalCode(part('postal_code')),
    lat: place.location?.lat() ?? '',
    lng: place.location?.lng() ?? '',
  };
}

/** Google's autocomplete, for Canada only (WORKPROFILE-21); null when the script has no places to give. */
export async function googlePlaces(maps: unknown): Promise<AddressSource | null> {
  if (!isMaps(maps)) return null;
  const { AutocompleteSuggestion, AutocompleteSessionToken } = await maps.importLibrary('places');
  // One session from the first letter to the pick: that is how it is billed.
  let sessionToken: object | null = null;
  return {
    credit: { text: 'Powered by Google', href: 'https://maps.google.com/' },
    async find(input) {
      sessionToken ??= new AutocompleteSessionToken();
      const request = { input, includedRegionCodes: ['ca'], sessionToken };
      const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions(request);
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
