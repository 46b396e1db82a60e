/** Separate from the rules, so that a page with only the strip does not load the form. */
export const newsletterCopy = {
  strip: 'Stay in touch to get updates on our launch events and offers.', // PUBLIC-NEWS-01
  subscribe: 'Subscribe', // PUBLIC-NEWS-02
  join: 'Join our newsletter', // PUBLIC-NEWS-03
} as const;

/** The id of `subscribe`. */
export const subscribeId = 'newsletter.subscribe';

/** The consent text for subscribers. Each subscription stores the number of the wording, so a changed text needs a new number. */
export const newsletterConsent = {
  wording: 2,
  text: 'By subscribing, you agree to get our news by e-mail. Every e-mail explains how to unsubscribe.',
} as const;
