import { object } from 'yup';
import { HONEYPOT } from '../_kernel/honeypot';
import { email } from '../_kernel/shapes';
import { honeypot } from '../_kernel/visitor';

export const newsletterRules = object({ email: email(), [HONEYPOT]: honeypot() }); // PUBLIC-NEWS-05, PUBLIC-NEWS-06

export const newsletterMessages = {
  subscribed: 'Thank you. You are on our list.',
  unknown: 'This address is not on our list.',
};
