import { call } from '@portal/api-client/call';
import { lookupPlaces } from '@portal/contracts/places/places.endpoints';
import { placeLimits, placeSource } from '@portal/contracts/places/places.rules';

/** The fields that a picked address fills. */
export interface PickedAddress {
  fullAddress: string;
  city: string;
  state: string;
  country: string;
  postalCode: string;
  lat: number | '';
  lng: number | '';
}

export interface AddressSuggestion {
  label: string;
  /** A pick may need a call for its details. */
  pick(): Promise<PickedAddress>;
}

/** A source of suggestions, with the credit line that its terms require. */
export interface AddressSource {
  find(typed: string, signal: AbortSignal): Promise<AddressSuggestion[]>;
  credit: { text: string; href: string };
}

/** The API's own list of places. The street line stays as typed; without one, the place fills the address. */
export const ownPlaces: AddressSource = {
  credit: placeSource,
  async find(typed, signal) {
    const { data } = await call(lookupPlaces, { q: typed.slice(0, placeLimits.longest) }, { signal });
    return data.places.map(({ label, ...place }) => ({
      label,
      pick: async () => ({ ...place, fullAddress: data.street || label.replace(/ [A-Z]\d\w*$/, '') }),
    }));
  },
};
