import { type InferType, object } from 'yup';
import { HONEYPOT } from '../_kernel/honeypot';
import { limits } from '../_kernel/limits';
import { cellText } from '../_kernel/rows';
import { optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { paper } from '../_kernel/upload';
import { honeypot, visitor } from '../_kernel/visitor';

export const careerMessages = {
  received: 'Thank you. We received your application and will be in touch.',
  noFile: 'There is no file with this application.',
  none: 'There is no application from this address.',
} as const;

/** Name, email and phone as on Contact Us. The file is a PDF or a picture of at most 2 MB (PUBLIC-CAREER-11). */
export const careerRules = object({
  ...visitor(),
  experience: optionalText(200),
  speciality: optionalText(120),
  details: optionalText(limits.visitor.text),
  file: paper(),
  [HONEYPOT]: honeypot(),
});
export type CareerApplication = InferType<typeof careerRules>;

/** An opening as staff write it; an example of `hours` is "Full-time, nights". */
export const openingRules = object({
  title: cellText('title', 120),
  place: cellText('place', 120),
  hours: cellText('hours', 120),
  description: cellText('description', 2000),
});

export const openingShape = object({
  title: string().required(),
  place: string().required(),
  hours: string().required(),
  description: string().required(),
});
export type Opening = InferType<typeof openingShape>;
