/** Apart from the rules, so that a page with the strip alone carries no form. */
export const newsletterCopy = {
  strip: 'Stay in touch to get updates on our launch events and offers.', // PUBLIC-NEWS-01
  subscribe: 'Subscribe', // PUBLIC-NEWS-02
  join: 'Join our newsletter', // PUBLIC-NEWS-03
} as const;

/** `subscribe`, by its id. */
export const subscribeId = 'newsletter.subscribe';

/** What whoever subscribes agrees to; each subscription is kept with the number of its wording. Other words: another number. */
export const newsletterConsent = {
  wording: 2,
  text: 'By subscribing, you agree to get our news by e-mail. Every e-mail explains how to unsubscribe.',
} as const;
