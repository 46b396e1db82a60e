import { array, type InferType, object } from 'yup';
import { limits } from '../_kernel/limits';
import { plainText } from '../_kernel/normalise';
import { clearableText, id, optionalNumber, optionalText } from '../_kernel/shapes';
import { plainString } from '../_kernel/text';
import { commutes, vestSizes } from './guards.rules';

/** The values of the query `isShow` (WORKPROFILE-01) with their codes in `isType` (API-GUARD-24). */
export const workProfileModes = { with_login: 1, with_out_login: 2 } as const;
export type WorkProfileMode = keyof typeof workProfileModes;

/** Reads the query `isShow`. Every value except with_login means the onboarding step (WORKPROFILE-29, WORKPROFILE-30). */
export const modeOf = (isShow: string | null): WorkProfileMode => (isShow === 'with_login' ? 'with_login' : 'with_out_login');

/** In characters; `specialities` is a number of entries. */
export const workProfileLimits = { postalCode: 7, address: 200, city: 80, state: 60, specialities: 50 } as const; // WORKPROFILE-17

export const workProfileMessages = {
  travel: 'Please select willing to travel', // WORKPROFILE-12
  commute: 'Please select tranpotation', // WORKPROFILE-13
  vest: 'Please select vest size', // WORKPROFILE-14
  address: 'Please select Address', // WORKPROFILE-15
  postalCode: 'Please enter postal code', // WORKPROFILE-16
  postalCodeForm: 'A postal code has letters and digits, such as M5H2N2',
  city: 'Please enter city', // WORKPROFILE-18
  state: 'Please enter state', // WORKPROFILE-19
  specialities: 'Please select specialities', // WORKPROFILE-20
  unknownSpeciality: 'This speciality is no longer offered. Please choose again.',
  notSaved: 'Your work profile was not saved. What you entered is still here; please try again.',
} as const;

const codesOf = (labels: Readonly<Record<number, string>>) => Object.keys(labels).map(Number);

export const plainPostalCode = (typed: string): string => plainText(typed).replace(/\s+/g, '').toUpperCase();
const plain = (value: unknown) => (typeof value === 'string' ? plainPostalCode(value) : value);

const needed = (max: number, message: string) => optionalText(max).typeError(message).required(message);
const country = () => optionalText(60);
const chosen = (codes: number[], message: string) => optionalNumber().typeError(message).required(message).oneOf(codes, message);

/** The form of the work profile. Distance in kilometres; latitude and longitude in degrees, missing if the guard typed the address. */
export const workProfileRules = object({
  isTravelTo: optionalNumber()
    .typeError(workProfileMessages.travel)
    .required(workProfileMessages.travel)
    .integer(workProfileMessages.travel)
    .min(1, workProfileMessages.travel)
    .max(limits.kilometres, `At most ${limits.kilometres} km`),
  isGoWith: chosen(codesOf(commutes), workProfileMessages.commute),
  vestSize: chosen(codesOf(vestSizes), workProfileMessages.vest),
  fullAddress: needed(workProfileLimits.address, workProfileMessages.address),
  postalCode: plainString()
    .transform(plain)
    .typeError(workProfileMessages.postalCode)
    .required(workProfileMessages.postalCode)
    .max(workProfileLimits.postalCode, `A postal code has at most ${workProfileLimits.postalCode} characters`)
    .matches(/^[A-Z\d-]+$/, { message: workProfileMessages.postalCodeForm, excludeEmptyString: true }),
  city: needed(workProfileLimits.city, workProfileMessages.city),
  state: needed(workProfileLimits.state, workProfileMessages.state),
  country: country(),
  lat: optionalNumber().min(-90, 'Not a latitude').max(90, 'Not a latitude'),
  lng: optionalNumber().min(-180, 'Not a longitude').max(180, 'Not a longitude'),
  workSpecialities: array(id().required(workProfileMessages.specialities))
    .typeError(workProfileMessages.specialities)
    .required(workProfileMessages.specialities)
    .min(1, workProfileMessages.specialities)
    .max(workProfileLimits.specialities, workProfileMessages.specialities),
});

export type WorkProfile = InferType<typeof workProfileRules>;

/** No screen has an input for `fullAddress2` and `landMark` (DATA-GUARD-27), so the stored values are sent back. A missing key keeps them. */
export const workProfileInput = workProfileRules.shape({
  id: id().required(),
  country: clearableText(country()),
  fullAddress2: clearableText(optionalText(workProfileLimits.address)),
  landMark: clearableText(optionalText(workProfileLimits.address)),
  isType: optionalNumber().required('Say how the screen was opened').oneOf(Object.values(workProfileModes), 'Unknown mode'),
});
