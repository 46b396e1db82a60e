import { type InferType, object, string } from 'yup';
import { email, words } from '../_kernel/shapes';

export const enquiryMessages = {
  nameMissing: 'Name is required', // PUBLIC-CONTACT-07
  nameInvalid: 'Please enter valid name', // PUBLIC-CONTACT-08
  phoneMissing: 'Phone number is required', // PUBLIC-CONTACT-11
  phoneInvalid: 'Please enter valid phone number', // PUBLIC-CONTACT-12
  queryMissing: 'Please enter your message', // PUBLIC-CONTACT-14
  queryTooLong: 'At most 4000 characters',
  received: 'Thank you. We received your message and will answer you.',
};

const NAME = 120;
const PHONE = 10; // PUBLIC-CONTACT-13
const MESSAGE = 4000;

/** The page that an enquiry came from, as the stated calls name it. */
export const pageIds = { contact: 'CONTACT US', training: 'TRAINING' } as const;
/** Of a page that its route's `:type` names: in upper case, with dashes as spaces. */
export const pageIdOf = (type: string): string => type.toUpperCase().replaceAll('-', ' ');

/** All four checks must pass (PUBLIC-CONTACT-24). */
export const enquiryRules = object({
  name: string()
    .typeError(enquiryMessages.nameInvalid)
    .trim()
    .required(enquiryMessages.nameMissing)
    .max(NAME, enquiryMessages.nameInvalid)
    .matches(/^[\p{L}\p{M}\-. ]+$/u, { message: enquiryMessages.nameInvalid, excludeEmptyString: true }),
  email: email(),
  phone: string()
    .typeError(enquiryMessages.phoneInvalid)
    .trim()
    .required(enquiryMessages.phoneMissing)
    .max(PHONE, enquiryMessages.phoneInvalid)
    .matches(/^\d+$/, { message: enquiryMessages.phoneInvalid, excludeEmptyString: true }),
  query: words(enquiryMessages.queryMissing, MESSAGE, enquiryMessages.queryTooLong),
});
export type Enquiry = InferType<typeof enquiryRules>;
