/**
 * The field of public forms that no person sees. No usual name: browsers and password managers fill in a `website` or `company` by
 * themselves, and a person's message would be held back.
 */
export const HONEYPOT = 'blank';
