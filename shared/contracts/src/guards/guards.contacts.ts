import { object } from 'yup';
import { copy } from '../_kernel/copy';
import { ownPassword } from '../_kernel/own-password';
import { personMessages } from '../_kernel/person';
import { mobile } from '../_kernel/phone';
import { serverCopy } from '../_kernel/serverCopy';
import { email } from '../_kernel/shapes';
import { plainString } from '../_kernel/text';
import { registrationMessages } from './guards.registration';

/** The contacts that a guard must confirm with a code before they replace the old ones. */
export const contactKinds = ['email', 'mobile'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** Digits of a code, its validity in minutes, its tries, seconds between two codes, and codes per guard in a day. */
export const contactLimits = { length: 6, minutes: 10, tries: 5, resendSeconds: 30, codesADay: 10 } as const;

export const contactMessages = {
  sameEmail: 'This is already your e-mail address.',
  sameMobile: 'This is already your mobile number.',
  codeMissing: 'Please enter the code',
  codeInvalid: copy.codeInvalid,
  codeSpent: copy.codeSpent,
  none: 'No change is waiting for a code.',
  sent: 'A code is on its way.',
  givenUp: 'Cancelled. Everything stays as it was.',
  confirmed: 'Your e-mail address is confirmed.',
  alreadyProven: 'Your e-mail address is already confirmed.',
  changed: { email: 'Your e-mail address is changed.', mobile: 'Your mobile number is changed.' },
} as const;

export const changeEmailRules = object({ email: email() });
export const changeMobileRules = object({
  mobileNumber: mobile(personMessages.mobileRequired, registrationMessages.mobileInvalid),
});

/** The previous release sends the password. */
const formerPassword = { password: ownPassword().notRequired() };
export const changeEmailInput = changeEmailRules.shape(formerPassword);
export const changeMobileInput = changeMobileRules.shape(formerPassword);

/** A code, also with pasted spaces and hyphens. */
export const contactCodeRules = object({
  code: plainString()
    .typeError(contactMessages.codeInvalid)
    .transform((value: unknown) => (typeof value === 'string' ? value.replace(/[\s-]/g, '') : value))
    .required(contactMessages.codeMissing)
    .matches(new RegExp(`^\\d{${contactLimits.length}}$`), { message: contactMessages.codeInvalid, excludeEmptyString: true }),
});

/** Days in which a guard must confirm their e-mail address after sign-up. Afterwards the owner of the mailbox may register the address. */
export const emailProofDays = 14;

export const emailProofNotice = {
  before: (day: string) => `Please confirm your e-mail address by ${day}. Request a code in Settings.`,
  after: 'Your e-mail address is not confirmed. Anyone who reads its mail can take over this account. Request a code in Settings.',
  label: 'Open Settings',
} as const;

/** Mail to the address of a sign-up that was closed because the address was registered again. */
export const releasedMail = {
  subject: 'Your unfinished sign-up was closed',
  body: 'Someone registered in the Guard Portal with this e-mail address. An earlier sign-up with it was never finished or confirmed, so we closed it. If it was yours, register again or write to us.',
};

/** Mail to the guard's current address. */
export const proofCode = {
  subject: serverCopy.codeSubject,
  body: (code: string) =>
    `${code} is your code to confirm this e-mail address in the Guard Portal. ${serverCopy.codeGoodFor(contactLimits.minutes)}`,
} as const;

/** Message to the new address or number. */
export const contactCode = {
  subject: serverCopy.codeSubject,
  body: (code: string, kind: ContactKind) =>
    `${code} is your code to make this your ${kind === 'email' ? 'e-mail address' : 'mobile number'} in the Guard Portal. ${serverCopy.codeGoodFor(contactLimits.minutes)}`,
} as const;

/** Message to the previous number, because another person may have made the change. For an e-mail address: `emailChanged`. */
export const mobileChanged = {
  subject: 'Your mobile number was changed',
  body: 'The Guard Portal now sends its text messages to another number. If this was not you, please write to our support team right away.',
} as const;
