import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { placeLimits, placeMessages } from './places.rules';

/** A place of an address. A choice of it fills in the address fields. */
export const placeShape = object({
  /** The displayed text: `Malvern, Toronto, Ontario M1B`. */
  label: string().required(),
  city: string().required(),
  state: string().required(),
  country: string().required(),
  /** Without spaces. The whole code if it was typed, or else its first half; empty if the place has several. */
  postalCode: string().defined(),
  /** The approximate centre of the place. */
  lat: number().required(),
  lng: number().required(),
});
export type Place = InferType<typeof placeShape>;

/** Suggests places of Ontario for a typed name, or for the beginning of a postal code, with or without a street before it. */
export const lookupPlaces = endpoint({
  id: 'places.lookup',
  method: 'GET',
  path: '/place/lookup',
  auth: 'bearer',
  input: object({
    q: optionalText(placeLimits.longest)
      .typeError(placeMessages.tooShort)
      .required(placeMessages.tooShort)
      .min(placeLimits.shortest, placeMessages.tooShort),
    /** The city of an address with the postal code `q`. The reply then contains `located`. */
    city: optionalText(placeLimits.longest),
  }),
  output: object({
    /** The typed street line; empty if there is none. */
    street: string().defined(),
    /** Best match first. */
    places: array(placeShape).required(),
    /**
     * The place from which distances of that address are measured. Its `postalCode` is empty if only the city is known. Null if neither is
     * known. Missing without a city, and in replies of the previous release.
     */
    located: placeShape.nullable().optional().default(undefined),
  }),
});
