import { boolean, string } from 'yup';
import { limits } from './limits';
import { email, optionalText } from './shapes';

/** What every public form says of its visitor's entries. */
export const visitorMessages = {
  nameMissing: 'Name is required', // PUBLIC-CONTACT-07
  nameInvalid: 'Please enter valid name', // PUBLIC-CONTACT-08
  phoneMissing: 'Phone number is required', // PUBLIC-CONTACT-11
  phoneInvalid: 'Please enter valid phone number', // PUBLIC-CONTACT-12
  consentMissing: 'Please tick this box, so that we may answer you',
} as const;

/** Who writes: name, email and phone of a schema. */
export const visitor = () => ({
  name: string()
    .typeError(visitorMessages.nameInvalid)
    .trim()
    .required(visitorMessages.nameMissing)
    .max(limits.visitor.name, visitorMessages.nameInvalid)
    .matches(/^[\p{L}\p{M}\-. ]+$/u, { message: visitorMessages.nameInvalid, excludeEmptyString: true }),
  email: email(),
  phone: string()
    .typeError(visitorMessages.phoneInvalid)
    .trim()
    .required(visitorMessages.phoneMissing)
    .max(limits.visitor.phone, visitorMessages.phoneInvalid)
    .matches(/^\d+$/, { message: visitorMessages.phoneInvalid, excludeEmptyString: true }),
});

/** A box that must be ticked. */
export const consent = () =>
  boolean()
    .typeError(visitorMessages.consentMissing)
    .required(visitorMessages.consentMissing)
    .oneOf([true], visitorMessages.consentMissing);

/** A field that no person sees: what fills it in is a program, and its message is held back. */
export const honeypot = () => optionalText(1000);
