import { object } from 'yup';
import { email } from '../_kernel/shapes';

export const newsletterRules = object({ email: email() }); // PUBLIC-NEWS-05, PUBLIC-NEWS-06

export const newsletterMessages = {
  strip: 'Stay in touch to get updates on our launch events and offers.', // PUBLIC-NEWS-01
  subscribe: 'Subscribe', // PUBLIC-NEWS-02
  join: 'Join our newsletter', // PUBLIC-NEWS-03
  subscribed: 'Thank you. You are on our list.',
};
