import { limits } from './limits';
import { phone } from './phone';
import { email, optionalText } from './shapes';
import { plainString } from './text';

export const visitorMessages = {
  nameMissing: 'Name is required', // PUBLIC-CONTACT-07
  nameInvalid: 'Please enter valid name', // PUBLIC-CONTACT-08
  phoneMissing: 'Phone number is required', // PUBLIC-CONTACT-11
  phoneInvalid: 'Please enter valid phone number', // PUBLIC-CONTACT-12
} as const;

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

/** A hidden field. The server withholds a message in which a program filled it in. */
export const honeypot = () => optionalText(1000);
