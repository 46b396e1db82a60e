import { object, string } from 'yup';
import { copy } from '../_kernel/copy';
import { ownPassword } from '../_kernel/own-password';
import { mobile, personMessages } from '../_kernel/person';
import { email } from '../_kernel/shapes';
import { registrationMessages } from './guards.registration';

/** What of a guard is proven by a code before it takes the old one's place. */
export const contactKinds = ['email', 'mobile'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** Digits of a code, minutes that it is good for, tries of it, seconds between two, codes of a guard in a day. */
export const contactLimits = { length: 6, minutes: 10, tries: 5, resendSeconds: 30, codesADay: 10 } as const;

export const contactMessages = {
  sameEmail: 'This is your e-mail address already.',
  sameMobile: 'This is your mobile number already.',
  codeMissing: 'Please enter the code',
  codeInvalid: 'This is not the code. Please look again.',
  codeSpent: copy.codeSpent,
  none: 'There is no change that waits for a code.',
  sent: 'A code is on its way.',
  givenUp: 'Given up. Everything stays as it was.',
  changed: { email: 'Your e-mail address is changed.', mobile: 'Your mobile number is changed.' },
} as const;

export const changeEmailRules = object({ email: email(), password: ownPassword() });
export const changeMobileRules = object({
  mobileNumber: mobile(personMessages.mobileRequired, registrationMessages.mobileInvalid),
  password: ownPassword(),
});

/** A code as it is pasted: blanks and hyphens do not count. */
export const contactCodeRules = object({
  code: string()
    .typeError(contactMessages.codeInvalid)
    .transform((value: unknown) => (typeof value === 'string' ? value.replace(/[\s-]/g, '') : value))
    .required(contactMessages.codeMissing)
    .matches(new RegExp(`^\\d{${contactLimits.length}}$`), { message: contactMessages.codeInvalid, excludeEmptyString: true }),
});

/** To the new address or number. */
export const contactCode = {
  subject: copy.codeSubject,
  body: (code: string, kind: ContactKind) =>
    `${code} is your code to make this your ${kind === 'email' ? 'e-mail address' : 'mobile number'} in the Guard Portal. ${copy.codeGoodFor(contactLimits.minutes)}`,
} as const;

/** To the number of before: whoever reads it may not be who changed it. Of an e-mail address: `emailChanged`. */
export const mobileChanged = {
  subject: 'Your mobile number was changed',
  body: 'From now on the Guard Portal sends its text messages to another number. If this was not you, please write to our support at once.',
} as const;
