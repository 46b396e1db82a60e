import { call } from '@portal/api-client/call';
import { lookupPlaces } from '@portal/contracts/places/places.endpoints';
import { placeLimits, placeSource } from '@portal/contracts/places/places.rules';

/** What picking an address fills. */
export interface Picked {
  fullAddress: string;
  city: string;
  state: string;
  country: string;
  postalCode: string;
  lat: number | '';
  lng: number | '';
}

export interface Suggestion {
  label: string;
  /** What is picked may have to be fetched first. */
  pick(): Promise<Picked>;
}

/** Where suggestions come from, with the line that their terms ask for. */
export interface AddressSource {
  find(typed: string, signal: AbortSignal): Promise<Suggestion[]>;
  credit: { text: string; href: string };
}

/** The API's own list of places. The street line stays as it was typed; without one, the place stands for the address. */
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
