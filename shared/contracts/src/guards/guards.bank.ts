import { array, type InferType, number, object } from 'yup';
import { ownPassword } from '../_kernel/own-password';
import { id, optionalCode } from '../_kernel/shapes';
import { plainString, string } from '../_kernel/text';

export const bankMessages = {
  holderRequired: 'Acc holder Name is required.', // BANK-06
  holderShort: 'Acc holder Name (must be 3 to 15 Alphabet).', // BANK-07, BANK-23
  holderLong: 'Max Should be 15 Alphabet.', // BANK-08
  accountRequired: 'Account Number is required.', // BANK-09
  accountInvalid: 'Enter valid account number(must be 7 to 12 digit).', // BANK-10
  accountLong: 'Max digit should be 12.', // BANK-11
  institutionRequired: 'Institution Number is required.', // BANK-12
  institutionInvalid: 'Enter Valid Institution Number(must be 3 digit).', // BANK-13
  institutionLong: 'Max digit should be 3.', // BANK-14
  transitRequired: 'Transit Number is required.', // BANK-15
  transitInvalid: 'Enter valid transit number(must be 5 digit).', // BANK-16
  transitLong: 'Max digit should be 5.', // BANK-17
  payoutRequired: 'Please choose the account type.', // BANK-18
  payoutFixed: 'If you want to change payout option then create ticket in support section', // BANK-19
  saved: 'Your bank details are saved.',
  changed: 'Your bank details were changed',
  sealed: 'We keep these numbers encrypted. Once saved, we show only their last digits, even to you.',
} as const;
const messages = bankMessages;

const digits = (min: number, max: number, words: { required: string; invalid: string; long: string }) =>
  plainString()
    .typeError(words.invalid)
    .trim()
    .required(words.required)
    .max(max, words.long)
    .matches(new RegExp(`^\\d{${min},${max}}$`), { message: words.invalid, excludeEmptyString: true });

export const bankRules = object({
  accHolderName: plainString()
    .typeError(messages.holderShort)
    .trim()
    .required(messages.holderRequired)
    .min(3, messages.holderShort) // SHARED-09
    .max(15, messages.holderLong)
    .matches(/^\p{L}+( \p{L}+)*$/u, { message: messages.holderShort, excludeEmptyString: true }),
  bankAccountNumber: digits(7, 12, {
    required: messages.accountRequired,
    invalid: messages.accountInvalid,
    long: messages.accountLong,
  }), // SHARED-10
  bankInstitution: digits(3, 3, {
    required: messages.institutionRequired,
    invalid: messages.institutionInvalid,
    long: messages.institutionLong,
  }), // SHARED-11
  bankTransitNumber: digits(5, 5, {
    required: messages.transitRequired,
    invalid: messages.transitInvalid,
    long: messages.transitLong,
  }), // SHARED-12
  wantTopay: optionalCode([1, 2]).required(messages.payoutRequired), // CODE-06, CODE-07
});

export type Bank = InferType<typeof bankRules>;

/** The previous release sends the password. */
export const bankInput = bankRules.shape({ id: id().required(), password: ownPassword().notRequired() });

export interface BankNumbers {
  bankAccountNumber: string | null;
  bankInstitution: string | null;
  bankTransitNumber: string | null;
}

const ending = (digits: string | null, shown: number) => digits && `•••${digits.slice(-shown)}`;

/** Masks bank numbers except their last digits. A masked number stays unchanged. */
export const maskBankNumbers = <T extends BankNumbers>(numbers: T): T => ({
  ...numbers,
  bankAccountNumber: ending(numbers.bankAccountNumber, 4),
  bankInstitution: ending(numbers.bankInstitution, 1),
  bankTransitNumber: ending(numbers.bankTransitNumber, 2),
});

/** Mail to the guard, so that they notice a change by another person. It does not contain the numbers. */
export const bankChangedMail = {
  subject: messages.changed,
  body: 'The bank details for your pay were just saved or changed.\n\nIf this was not you, change your password right away in Settings and sign out every other device there. Then create a ticket under Support.',
} as const;

export const bankShape = object({
  accHolderName: string().nullable().defined(),
  bankAccountNumber: string().nullable().defined(),
  bankInstitution: string().nullable().defined(),
  bankTransitNumber: string().nullable().defined(),
  wantTopay: number().nullable().defined(),
});

/**
 * The result of one batch of re-encryption. `rotated`: rows of this batch. `left`: rows for later batches, counted up to 1,000 of each
 * kind. `lost`: at the end, rows under unavailable keys. `unopened`: guards with a value that cannot be decrypted and stays unchanged. The
 * next batch continues `after` a guard; null at the end.
 */
export const rotationShape = object({
  rotated: number().required(),
  left: number().required(),
  lost: number().required(),
  unopened: array(id().required()).required(),
  after: id().defined().nullable(),
});
