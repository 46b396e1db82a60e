import { limits } from './limits';
import { phone } from './phone';
import { email, optionalText } from './shapes';
import { plainString } from './text';

/** What every public form says of its visitor's entries. */
export const visitorMessages = {
  nameMissing: 'Name is required', // PUBLIC-CONTACT-07
  nameInvalid: 'Please enter valid name', // PUBLIC-CONTACT-08
  phoneMissing: 'Phone number is required', // PUBLIC-CONTACT-11
  phoneInvalid: 'Please enter valid phone number', // PUBLIC-CONTACT-12
} as const;

/** Who writes: name, email and phone of a schema. */
export const visitor = () => ({
  name: plainString()
    .typeError(visitorMessages.nameInvalid)
    .trim()
    .required(visitorMessages.nameMissing)
    .max(limits.visitor.name, visitorMessages.nameInvalid)
    .matches(/^[\p{L}\p{M}\-. ]+$/u, { message: visitorMessages.nameInvalid, excludeEmptyString: true }),
  email: email(),
  phone: phone(visitorMessages.phoneMissing, visitorMessages.phoneInvalid),
});

/** A field that no person sees: what fills it in is a program, and its message is held back. */
export const honeypot = () => optionalText(1000);
