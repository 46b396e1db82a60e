import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { placeLimits, placeMessages } from './places.rules';

/** A place that an address can be in: what picking it fills. */
export const placeShape = object({
  /** As it is shown: `Malvern, Toronto, Ontario M1B`. */
  label: string().required(),
  city: string().required(),
  state: string().required(),
  country: string().required(),
  /** Without spaces: the whole code where it was typed, else its first half, empty where the place has several. */
  postalCode: string().defined(),
  /** About the middle of the place. */
  lat: number().required(),
  lng: number().required(),
});
export type Place = InferType<typeof placeShape>;

/** Suggests places of Ontario for what is typed: a name, a postal code or its beginning, with a street before it or without. */
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
    /** The city of an address with the postal code `q`: the reply then has `located`. */
    city: optionalText(placeLimits.longest),
  }),
  output: object({
    /** The street line of what was typed, as it was typed; empty when there is none. */
    street: string().defined(),
    /** Best first. */
    places: array(placeShape).required(),
    /**
     * The place from which distances would count for that address; its `postalCode` is empty when only the city is known. Null when neither is
     * known; missing without a city, and in replies of the release before.
     */
    located: placeShape.nullable().optional().default(undefined),
  }),
});
