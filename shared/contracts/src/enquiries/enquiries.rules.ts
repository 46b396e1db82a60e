import { type InferType, object } from 'yup';
import { HONEYPOT } from '../_kernel/honeypot';
import { limits } from '../_kernel/limits';
import { words } from '../_kernel/shapes';
import { honeypot, visitor } from '../_kernel/visitor';

export const enquiryMessages = {
  queryMissing: 'Please enter your message', // PUBLIC-CONTACT-14
  queryTooLong: 'At most 4000 characters',
  received: 'Thank you. We received your message and will reply.',
  none: 'There is no enquiry from this address.',
};

/** All four checks must pass (PUBLIC-CONTACT-24). */
export const enquiryRules = object({
  ...visitor(),
  query: words(enquiryMessages.queryMissing, limits.visitor.text, enquiryMessages.queryTooLong),
  [HONEYPOT]: honeypot(),
});
export type Enquiry = InferType<typeof enquiryRules>;
