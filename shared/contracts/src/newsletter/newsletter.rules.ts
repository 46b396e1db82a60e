import { object } from 'yup';
import { email } from '../_kernel/shapes';

export const newsletterRules = object({ email: email() }); // PUBLIC-NEWS-05, PUBLIC-NEWS-06

export const newsletterMessages = {
  subscribed: 'Thank you. You are on our list.',
};
