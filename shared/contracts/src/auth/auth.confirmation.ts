import { array, type InferType, mixed, number, object } from 'yup';
import { copy } from '../_kernel/copy';
import { endpoint } from '../_kernel/endpoint';
import { ownPassword } from '../_kernel/own-password';
import { serverCopy } from '../_kernel/serverCopy';
import { instant, nothing } from '../_kernel/shapes';
import { plainString, string } from '../_kernel/text';
import { idToken, providerNames, type SocialProvider, socialType } from './auth.rules';

/** The ways to confirm a session. A client ignores methods that it does not know. */
export const confirmationMethods = ['password', 'provider', 'code', 'totp', 'passkey'] as const;
export type ConfirmationMethod = (typeof confirmationMethods)[number];

/** `minutes`: how long a confirmation lasts. `proofMinutes`: maximum age of a provider's ID token. The rest: the e-mailed code. */
export const confirmationLimits = {
  minutes: 10,
  proofMinutes: 5,
  codeLength: 6,
  codeMinutes: 10,
  codeTries: 5,
  resendSeconds: 30,
  codesADay: 10,
} as const;

export const confirmationMessages = {
  confirmed: 'Thank you, this is confirmed.',
  codeSent: 'A code is on its way.',
  codeMissing: 'Please enter the code',
  codeInvalid: copy.codeInvalid,
  codeSpent: copy.codeSpent,
  proofRefused: (provider: SocialProvider) => `This sign-in with ${providerNames[provider]} could not be verified. Please try again.`,
  proofOld: (provider: SocialProvider) => `This sign-in with ${providerNames[provider]} is too old. Please sign in again.`,
  otherAccount: (provider: SocialProvider) => `This ${providerNames[provider]} account is not connected to your guard account.`,
  passwordInstead: 'You have a password. Please enter it instead.',
  factorInstead: 'You have a second factor. Please confirm with it.',
} as const;

/** Mail to the guard's current address. */
export const confirmationCodeMail = {
  subject: serverCopy.codeSubject,
  body: (code: string) =>
    `${code} is your code to confirm that it is you in the Guard Portal. ${serverCopy.codeGoodFor(confirmationLimits.codeMinutes)}`,
} as const;

const code = () =>
  plainString()
    .typeError(confirmationMessages.codeInvalid)
    .transform((value: unknown) => (typeof value === 'string' ? value.replace(/[\s-]/g, '') : value))
    .matches(new RegExp(`^\\d{${confirmationLimits.codeLength}}$`), {
      message: confirmationMessages.codeInvalid,
      excludeEmptyString: true,
    });

/** The form for a code. It removes spaces and hyphens of a pasted code. */
export const codeRules = object({ code: code().required(confirmationMessages.codeMissing) });

const confirmInput = object({
  by: string<ConfirmationMethod>()
    .required('The method is missing')
    .oneOf([...confirmationMethods], 'Unknown method'),
  password: ownPassword()
    .notRequired()
    .when('by', ([by], rule) => (by === 'password' ? ownPassword() : rule)),
  socialType: socialType()
    .notRequired()
    .when('by', ([by], rule) => (by === 'provider' ? socialType() : rule)),
  idToken: idToken()
    .notRequired()
    .when('by', ([by], rule) => (by === 'provider' ? idToken() : rule)),
  code: code()
    .notRequired()
    .when('by', ([by], rule) => (by === 'code' || by === 'totp' ? rule.required(confirmationMessages.codeMissing) : rule)),
  /** The result that the browser returned for the options of `auth.challenge-passkey`. */
  response: mixed<Record<string, unknown>>().notRequired(),
});
export type Proof = InferType<typeof confirmInput>;

const methodShape = object({
  by: string().required(),
  /** The code of the provider (`socialTypes`). */
  socialType: number().optional(),
});

const codeShape = object({ sentAt: instant().required(), expiresAt: instant().required(), triesLeft: number().required() });
export type WaitingCode = InferType<typeof codeShape>;

/** This session: `confirmedUntil` is null if it is not confirmed, `methods` are the possible ways, `code` is a code that was sent. */
export const confirmationState = endpoint({
  id: 'auth.confirmation',
  method: 'GET',
  path: '/guard/auth/confirmation',
  auth: 'bearer',
  input: nothing(),
  output: object({
    confirmedUntil: instant().nullable().defined(),
    methods: array(methodShape.required()).required(),
    email: string().required(),
    code: codeShape.nullable().defined().default(null),
  }),
});

/** Sends a code to the guard's e-mail address, replacing an earlier one. 409: the guard has a password. 429: too soon after the last. */
export const sendConfirmationCode = endpoint({
  id: 'auth.send-confirmation-code',
  method: 'POST',
  path: '/guard/auth/confirmation/code',
  auth: 'bearer',
  input: nothing(),
  output: codeShape,
  ok: confirmationMessages.codeSent,
});

/** Confirms this session for ten minutes. 400: wrong password or code. 409: another account of the provider. 410: the code has expired, was used, or had too many tries. */
export const confirmSession = endpoint({
  id: 'auth.confirm',
  method: 'POST',
  path: '/guard/auth/confirmation',
  auth: 'bearer',
  input: confirmInput,
  output: object({ confirmedUntil: instant().required() }),
  ok: confirmationMessages.confirmed,
});
