import { limits } from './limits';
import { plainMobile } from './normalise';
import { plainString } from './text';

const digitsOf = (required: string, invalid: string) =>
  plainString()
    .typeError(invalid)
    .transform((value: unknown) => (typeof value === 'string' ? plainMobile(value) : value))
    .required(required);

/** A visitor's phone number: at most 10 digits. */
export const phone = (required: string, invalid: string) =>
  digitsOf(required, invalid).max(limits.visitor.phone, invalid).matches(/^\d+$/, { message: invalid, excludeEmptyString: true });

/** 10 digits, or 3 for a short number such as 911. */
export const contactPhone = (required: string, invalid: string) =>
  digitsOf(required, invalid).matches(new RegExp(`^(\\d{3}|\\d{${limits.mobileDigits}})$`), { message: invalid, excludeEmptyString: true });

/** Exactly 10 digits (SHARED-05). */
export const mobile = (required: string, invalid: string) =>
  digitsOf(required, invalid).matches(new RegExp(`^\\d{${limits.mobileDigits}}$`), { message: invalid, excludeEmptyString: true });
