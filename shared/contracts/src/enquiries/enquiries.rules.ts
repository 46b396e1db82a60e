import { type InferType, object } from 'yup';
import { words } from '../_kernel/shapes';
import { consent, honeypot, visitor, visitorLimits } from '../_kernel/visitor';

export const enquiryMessages = {
  queryMissing: 'Please enter your message', // PUBLIC-CONTACT-14
  queryTooLong: 'At most 4000 characters',
  received: 'Thank you. We received your message and will answer you.',
};

/** The page that an enquiry came from, as the stated calls name it. */
export const pageIds = { contact: 'CONTACT US', training: 'TRAINING' } as const;
/** Of a page that its route's `:type` names: in upper case, with dashes as spaces. */
export const pageIdOf = (type: string): string => type.toUpperCase().replaceAll('-', ' ');

/** All four checks must pass (PUBLIC-CONTACT-24), and the visitor agrees that we use what they wrote. */
export const enquiryRules = object({
  ...visitor(),
  query: words(enquiryMessages.queryMissing, visitorLimits.text, enquiryMessages.queryTooLong),
  consent: consent(),
  website: honeypot(),
});
export type Enquiry = InferType<typeof enquiryRules>;
