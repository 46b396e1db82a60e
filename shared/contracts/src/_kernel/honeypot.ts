/**
 * The hidden field of public forms that only programs fill in. The name is unusual, because browsers and password managers fill in a
 * `website` or `company`, and the message of a person would then be withheld.
 */
export const HONEYPOT = 'blank';
