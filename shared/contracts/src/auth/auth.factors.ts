import { array, type InferType, mixed, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, id, instant, nothing, secret, words } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { codeRules } from './auth.confirmation';

export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

/**
 * Limits of second factors.
 * - `most`: factors of one guard.
 * - `challengeMinutes`: time to use a passkey.
 * - `tries`: codes of one session in 15 minutes. The same number applies to all sessions together that no factor confirmed before.
 * - `strangeADay`, `strangeInAll`: codes of those sessions in one day and in 90 days.
 * - `wrongInAll`: wrong codes of one session since its last correct one. The session then ends.
 */
export const factorLimits = {
  most: 5,
  challengeMinutes: 5,
  tries: 10,
  strangeADay: 50,
  strangeInAll: 100,
  wrongInAll: 30,
  label: 40,
} as const;

/** Mail after a session ended because of too many wrong codes. */
export const codesGuessedMail = {
  subject: 'A device was signed out after too many wrong codes',
  body: 'Too many wrong second-factor codes were entered on a device signed in to your account, so we signed it out. If this was not you, change your password.',
};

/** Mail after new log-ins have used all tries of 15 minutes. */
export const codesTriedMail = {
  subject: 'Wrong second-factor codes were entered for your account',
  body: 'Someone who knows your password entered several wrong codes of your authenticator app after logging in. If this was not you, change your password.',
};

export const factorMessages = {
  added: 'Your second factor is set up.',
  removed: 'The second factor is removed.',
  unknown: 'There is no such second factor.',
  tooMany: `You can have ${factorLimits.most} second factors. Remove one first.`,
  noneWaiting: 'This setup has expired. Please start again.',
  codeWrong: 'This code is wrong or was used before. Enter the code that your app shows now.',
  passkeyRefused: 'This passkey could not be verified. Please try again.',
  challengeOver: 'This took too long or was already used. Please try again.',
  passkeyKnown: 'This passkey is already set up.',
  labelMissing: 'Give it a name, such as My phone',
  labelTooLong: `At most ${factorLimits.label} characters`,
  notLoaded: 'Your second factors could not be loaded',
} as const;

/** Texts that only the API uses, so no page loads them. */
export const factorRefusals = {
  closed: 'Too many wrong codes were entered. Use a passkey or a device on which you entered a code before, or contact us.',
  proveEmailFirst: 'Please confirm your e-mail address in Settings first.',
} as const;

const label = () => words(factorMessages.labelMissing, factorLimits.label, factorMessages.labelTooLong);

export const factorShape = object({
  id: id().required(),
  kind: string<FactorKind>().required(),
  label: string().required(),
  addedAt: instant().required(),
  lastUsedAt: instant().nullable().defined(),
});
export type Factor = InferType<typeof factorShape>;

/** JSON of the WebAuthn standard (Level 3, 5.1): options for the browser, or its result. The API's library validates it. */
const webAuthn = () =>
  mixed<Record<string, unknown>>((value): value is Record<string, unknown> => typeof value === 'object' && !Array.isArray(value));

/** The second factors of the guard, oldest first. */
export const listFactors = endpoint({
  id: 'auth.factors',
  method: 'GET',
  path: '/guard/auth/factors',
  auth: 'bearer',
  input: nothing(),
  output: array(factorShape.required()).required(),
});

/** Creates a secret for an authenticator app, replacing an earlier inactive one. `addTotp` activates it with its first code. */
export const beginTotp = endpoint({
  id: 'auth.begin-totp',
  method: 'POST',
  path: '/guard/auth/factors/totp',
  auth: 'bearer',
  confirmed: true,
  knowsRepeats: true,
  input: nothing(),
  /** `secret` to type; `address` (otpauth:) as a link or a QR code. */
  output: object({ secret: secret().required(), address: secret().required() }),
});

export const totpRules = codeRules.shape({ label: label() });

/** Activates the authenticator app with its first correct code. 400 marks a wrong code. 409: there is no inactive secret. */
export const addTotp = endpoint({
  id: 'auth.add-totp',
  method: 'POST',
  path: '/guard/auth/factors/totp/finish',
  auth: 'bearer',
  confirmed: true,
  input: totpRules,
  output: factorShape,
  ok: factorMessages.added,
});

/** Replies with the options to create a passkey in the browser, valid for five minutes. */
export const beginPasskey = endpoint({
  id: 'auth.begin-passkey',
  method: 'POST',
  path: '/guard/auth/factors/passkey',
  auth: 'bearer',
  confirmed: true,
  knowsRepeats: true,
  input: nothing(),
  output: object({ options: webAuthn().required() }),
});

export const passkeyRules = object({ label: label() });

/** Adds the passkey that the browser created. 400: verification failed. 409: already added. */
export const addPasskey = endpoint({
  id: 'auth.add-passkey',
  method: 'POST',
  path: '/guard/auth/factors/passkey/finish',
  auth: 'bearer',
  confirmed: true,
  input: passkeyRules.shape({ response: webAuthn().required(factorMessages.passkeyRefused) }),
  output: factorShape,
  ok: factorMessages.added,
});

/** Replies with the options to confirm this session with a passkey, valid for five minutes. 409: the guard has no passkey. */
export const challengePasskey = endpoint({
  id: 'auth.challenge-passkey',
  method: 'POST',
  path: '/guard/auth/confirmation/passkey',
  auth: 'bearer',
  knowsRepeats: true,
  input: nothing(),
  output: object({ options: webAuthn().required() }),
});

/** Removes one of the guard's own second factors. 404: any other factor. */
export const removeFactor = endpoint({
  id: 'auth.remove-factor',
  method: 'DELETE',
  path: '/guard/auth/factors/:id',
  auth: 'bearer',
  confirmed: true,
  input: object({ id: id().required() }),
  output: anything(),
  ok: factorMessages.removed,
});
