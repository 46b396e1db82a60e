import { copy } from '@portal/contracts/_kernel/copy';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { Proof } from '@portal/contracts/auth/auth.confirmation';
import {
  type addPasskey as addingPasskey,
  type addTotp as addingTotp,
  type beginPasskey as beginningPasskey,
  type beginTotp as beginningTotp,
  type challengePasskey as challengingPasskey,
  codesGuessedMail,
  codesTriedMail,
  type Factor,
  factorLimits,
  factorMessages,
  factorRefusals,
} from '@portal/contracts/auth/auth.factors';
import type { resetFactors as resetting } from '@portal/contracts/auth/auth.staff';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Secret, TOTP } from 'otpauth';
import { now } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { countAttempt, limitAttempts, type RateLimit, refundAttempt, resetAttempts, triesOf } from '../../platform/http/rate-limit';
import { forgetFactorSessions, isFactorConfirmed, noteFactorOf, unconfirmOthers } from '../../platform/identity/confirmation';
import type { EncryptedColumn } from '../../platform/identity/key-rotation';
import { decrypt, encrypt } from '../../platform/identity/keyring';
import { guardPrincipal, logSecurityEvent } from '../../platform/identity/security-log';
import type { SignedIn } from '../../platform/identity/sessions';
import { notifyChanged } from '../../platform/live/realtime';
import { queueMessage } from '../../platform/messages/message-queue';
import { revoke as revokeCalendar } from '../calendar/calendar.service';
import { endChanges } from '../guards/contacts.service';
import { emailProofOf } from '../guards/email-proof.service';
import * as guards from '../guards/guards.service';
import { endGuessing } from '../guards/password.service';
import * as stored from './factors.repository';

const ISSUER = 'Guard Portal';
const PERIOD_S = 30;
/** The clock of a phone may differ by one period. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const DAY_S = 86_400;
/** Per session. */
const codeTries = { bucket: 'factor.code', max: factorLimits.tries, perSeconds: 900 };
/** Wrong codes of one session since its last right one. Above this number a wrong code ends the session. */
const wrongCodes = { bucket: 'factor.code.wrong', max: factorLimits.wrongInAll, perSeconds: 90 * DAY_S };
/**
 * The limit for all sessions of a guard together that no factor confirmed. A guesser who knows the password can open any number of sessions, so
 * a limit per session would not stop them. A right code removes only its own try from the count. Sessions that a factor confirmed have a
 * separate limit, so a guesser does not lock out the guard.
 */
const tries: RateLimit = { bucket: 'factor.code.strange', max: factorLimits.tries, perSeconds: 900 };
const triesADay: RateLimit = { bucket: 'factor.code.strange.day', max: factorLimits.strangeADay, perSeconds: DAY_S };
const triesInAll: RateLimit = { bucket: 'factor.code.strange.all', max: factorLimits.strangeInAll, perSeconds: 90 * DAY_S };

/** Loads in about 0.3 s: only when the first passkey is used. */
const webAuthn = () => import('@simplewebauthn/server');

/** The site of the passkeys: the host name of the portal's pages, and their origin. Without an origin, each port of localhost is accepted. */
export interface PasskeySite {
  origin: string | null;
  host: string;
}

/** @param portalUrl the public address; empty for a portal on this computer. */
export function passkeySiteOf(portalUrl: string): PasskeySite {
  if (!portalUrl) return { origin: null, host: 'localhost' };
  const { origin, hostname } = new URL(portalUrl);
  return { origin, host: hostname };
}

async function originOf({ origin }: PasskeySite, { response: { clientDataJSON } }: AuthenticationResponseJSON | RegistrationResponseJSON) {
  if (origin) return origin;
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  const given = decodeClientDataJSON(clientDataJSON).origin;
  return new URL(given).hostname === 'localhost' ? given : [];
}

const about = (guardId: string) => `second_factors ${guardId}`;
const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret: Secret.fromBase32(secret) });

/** The period in which the app shows this code; null for a wrong one. */
function periodOf(guardId: string, { keyId, sealed }: stored.StoredTotp, code: string): number | null {
  const delta = totpOf(decrypt({ keyId, sealed }, about(guardId)), '').validate({
    token: code,
    timestamp: now().getTime(),
    window: WINDOW,
  });
  return delta === null ? null : Math.floor(now().getTime() / 1000 / PERIOD_S) + delta;
}

export const list = (guardId: string): Promise<Factor[]> => stored.factorsOf(guardId);

/** 409 where the guard has the most factors, or an unproven address: the owner of that mailbox may take the account over. */
async function assertMayAdd(guardId: string): Promise<void> {
  if (!(await emailProofOf(guardId)).isProven) fail(409, factorRefusals.proveEmailFirst);
  if ((await stored.factorsOf(guardId)).length >= factorLimits.most) fail(409, factorMessages.tooMany);
}

const notices = {
  added: {
    subject: 'A second factor was added to your account',
    body: 'An authenticator app or a passkey now confirms changes of your bank and contact details in the Guard Portal. If this was not you, change your password and write to us.',
  },
  removed: {
    subject: 'A second factor was removed from your account',
    body: 'It no longer confirms changes in the Guard Portal. If this was not you, change your password and write to us.',
  },
} as const;

/** Mails the guard that the factors changed, and refreshes the guard's pages. Within the transaction. */
async function noteChange(guardId: string, notice: keyof typeof notices): Promise<void> {
  const { email } = await guards.guard(guardId);
  await queueMessage({ channel: 'mail', to: email, guardId, ...notices[notice] });
  logSecurityEvent(notice === 'added' ? 'second factor added' : 'second factor removed', guardPrincipal(guardId));
  notifyChanged(guardId, 'auth');
}

async function forgetWrong(me: SignedIn): Promise<void> {
  await resetAttempts(codeTries, me.sessionId);
  await resetAttempts(wrongCodes, me.sessionId);
}

/** Counts a code before it is checked. @returns a function that removes the try of a right code from the count. */
async function countCode(me: SignedIn): Promise<() => Promise<void>> {
  await limitAttempts(codeTries, me.sessionId);
  if (await isFactorConfirmed(me)) return () => forgetWrong(me);
  await limitAttempts(tries, me.id);
  for (const limit of [triesADay, triesInAll]) await limitAttempts(limit, me.id, { words: () => factorRefusals.closed });
  return async () => {
    await forgetWrong(me);
    for (const limit of [tries, triesADay, triesInAll]) await refundAttempt(limit, me.id);
  };
}

/** Mails the guard when new log-ins have used up the tries of a quarter of an hour. */
async function warnOfGuessing(me: SignedIn): Promise<void> {
  if ((await triesOf(tries, me.id)) < tries.max || (await isFactorConfirmed(me))) return;
  const { email } = await guards.guard(me.id);
  await transaction(() => queueMessage({ channel: 'mail', to: email, guardId: me.id, ...codesTriedMail }));
}

/** Refuses a wrong code at its field. A session that guesses ends with 401, and the guard gets a mail. */
async function refuseCode(me: SignedIn): Promise<never> {
  const { count } = await countAttempt(wrongCodes, me.sessionId);
  if (count <= wrongCodes.max) return failValidation({ code: factorMessages.codeWrong });
  await endGuessing(me, codesGuessedMail);
  return fail(401, copy.sessionExpired);
}

/**
 * Removes the calendar address, when the owner of a mailbox takes the account over; before the end of the onboarding also the factors, which are a
 * stranger's. A finished guard's mailbox alone removes no factor: staff do (`reset-factors`). Within the transaction.
 */
export async function dropOtherWays(guardId: string): Promise<void> {
  await revokeCalendar(guardId);
  const { step } = nextStep(await guards.guard(guardId));
  if (step === 'approval' || step === 'done') return;
  await stored.deleteFactors(guardId);
  await forgetFactorSessions(guardId);
}

/** A new secret for an authenticator app, which waits for its first code. */
export const beginTotp = (me: SignedIn): Promise<Output<typeof beginningTotp>> =>
  transaction(async () => {
    await lock({ guard: me.id });
    await assertMayAdd(me.id);
    const secret = new Secret({ size: SECRET_BYTES }).base32;
    await stored.putWaitingTotp(me.id, encrypt(secret, about(me.id)));
    const { email } = await guards.guard(me.id);
    return { secret, address: totpOf(secret, email).toString() };
  });

/** Checks the first code; call it before the transaction, so that a wrong try counts. @returns the waiting app and the code's period; null when none waits. */
export async function prepareTotp(me: SignedIn, { code }: Input<typeof addingTotp>): Promise<{ id: string; period: number } | null> {
  await limitAttempts(codeTries, me.sessionId);
  const [waiting] = await stored.totpsOf(me.id, true);
  if (!waiting) return null;
  const period = periodOf(me.id, waiting, code) ?? (await refuseCode(me));
  return { id: waiting.id, period };
}

export const addTotp = (me: SignedIn, { label }: Input<typeof addingTotp>, ready: { id: string; period: number } | null): Promise<Factor> =>
  transaction(async () => {
    await lock({ guard: me.id });
    const { id, period } = ready ?? fail(409, factorMessages.noneWaiting);
    await assertMayAdd(me.id);
    if (!(await stored.usePeriod(id, period))) fail(409, factorMessages.noneWaiting);
    const factor = (await stored.proveTotp(id, label)) ?? fail(409, factorMessages.noneWaiting);
    await forgetWrong(me);
    await noteFactorOf(me);
    await unconfirmOthers(me);
    await endChanges(me.id);
    await noteChange(me.id, 'added');
    return factor;
  });

const credentials = (passkeys: readonly stored.StoredPasskey[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: transports as AuthenticatorTransport[] }));

/** Options of the browser for a new passkey, and the challenge that it must answer. */
export async function preparePasskey(me: SignedIn, site: PasskeySite): Promise<{ options: Record<string, unknown>; challenge: string }> {
  await assertMayAdd(me.id);
  const { email } = await guards.guard(me.id);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: ISSUER,
    rpID: site.host,
    userName: email,
    userID: new TextEncoder().encode(me.id),
    attestationType: 'none',
    excludeCredentials: credentials(await stored.passkeysOf(me.id)),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
  });
  return { options: { ...options }, challenge: options.challenge };
}

/** Options of the browser for a passkey that confirms, and the challenge. 409 without a passkey. */
export async function prepareChallenge(me: SignedIn, site: PasskeySite): Promise<{ options: Record<string, unknown>; challenge: string }> {
  const passkeys = await stored.passkeysOf(me.id);
  if (passkeys.length === 0) fail(409, factorMessages.unknown);
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    allowCredentials: credentials(passkeys),
    userVerification: 'required',
  });
  return { options: { ...options }, challenge: options.challenge };
}

export const storeChallenge = (
  me: SignedIn,
  { options, challenge }: { options: Record<string, unknown>; challenge: string },
  purpose: stored.ChallengePurpose,
): Promise<Output<typeof beginningPasskey> & Output<typeof challengingPasskey>> =>
  transaction(async () => {
    await lock({ guard: me.id });
    await stored.putChallenge(me, challenge, purpose);
    return { options };
  });

/** The library throws for every invalid answer: 400. */
const orRefused = async <T>(verify: () => Promise<T>): Promise<T> => {
  try {
    return await verify();
  } catch {
    return fail(400, factorMessages.passkeyRefused);
  }
};

type NewPasskey = Omit<stored.StoredPasskey, 'id'>;

/** Verifies the browser's answer, before the transaction that uses up the challenge. @returns null when no challenge waits. */
export async function verifyNew(
  me: SignedIn,
  { response }: Input<typeof addingPasskey>,
  site: PasskeySite,
): Promise<{ passkey: NewPasskey; challenge: string } | null> {
  const answer = response as unknown as RegistrationResponseJSON;
  const expectedChallenge = await stored.challengeOf(me, 'add');
  if (expectedChallenge === null) return null;
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await orRefused(async () =>
    verifyRegistrationResponse({
      response: answer,
      expectedChallenge,
      expectedOrigin: await originOf(site, answer),
      expectedRPID: site.host,
      requireUserVerification: true,
    }),
  );
  if (!verified.verified) return fail(400, factorMessages.passkeyRefused);
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { passkey: { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports }, challenge: expectedChallenge };
}

export const addPasskey = (
  me: SignedIn,
  { label }: Input<typeof addingPasskey>,
  verified: { passkey: NewPasskey; challenge: string } | null,
): Promise<Factor> =>
  transaction(async () => {
    await lock({ guard: me.id });
    const { passkey, challenge } = verified ?? fail(409, factorMessages.noneWaiting);
    if (!(await stored.consumeChallenge(me, challenge))) fail(409, factorMessages.noneWaiting);
    await assertMayAdd(me.id);
    const factor = (await stored.insertPasskey(me.id, label, passkey)) ?? fail(409, factorMessages.passkeyKnown);
    await noteFactorOf(me);
    await unconfirmOthers(me);
    await endChanges(me.id);
    await noteChange(me.id, 'added');
    return factor;
  });

/** Checks a code of one of the guard's apps. @returns a function that uses it up. */
export async function checkTotp(me: SignedIn, { code }: Proof): Promise<() => Promise<void>> {
  const forgive = await countCode(me);
  for (const totp of await stored.totpsOf(me.id, false)) {
    const period = periodOf(me.id, totp, code ?? '');
    if (period === null) continue;
    return async () => {
      if (!(await stored.usePeriod(totp.id, period))) failValidation({ code: factorMessages.codeWrong });
      await forgive();
    };
  }
  await warnOfGuessing(me);
  return refuseCode(me);
}

/** Checks the answer of one of the guard's passkeys. @returns a function that stores its use. */
export async function checkPasskey(me: SignedIn, { response }: Proof, site: PasskeySite): Promise<() => Promise<void>> {
  if (!response) return fail(400, factorMessages.passkeyRefused);
  const answer = response as unknown as AuthenticationResponseJSON;
  const expectedChallenge = await stored.challengeOf(me, 'confirm');
  if (expectedChallenge === null) return async () => fail(410, factorMessages.challengeOver);
  const passkey = (await stored.passkeysOf(me.id)).find(({ credentialId }) => credentialId === answer.id);
  if (!passkey) return fail(400, factorMessages.passkeyRefused);
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await orRefused(async () =>
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge,
      expectedOrigin: await originOf(site, answer),
      expectedRPID: site.host,
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: true,
    }),
  );
  if (!verified.verified) return fail(400, factorMessages.passkeyRefused);
  return async () => {
    if (!(await stored.consumeChallenge(me, expectedChallenge))) fail(410, factorMessages.challengeOver);
    await stored.notePasskeyUse(passkey.id, verified.authenticationInfo.newCounter);
  };
}

/** Whether a second factor confirms for this guard, and which kinds. */
export const factorKindsOf = async (guardId: string): Promise<Set<Factor['kind']>> =>
  new Set((await stored.factorsOf(guardId)).map(({ kind }) => kind));

/** Resets the count of wrong codes, because the guessed factors no longer exist. */
async function forgetGuessing(guardId: string): Promise<void> {
  await forgetFactorSessions(guardId);
  for (const limit of [tries, triesADay, triesInAll]) await resetAttempts(limit, guardId);
}

export const remove = (me: SignedIn, id: string): Promise<null> =>
  transaction(async () => {
    await lock({ guard: me.id });
    if (!(await stored.deleteFactor(me.id, id))) fail(404, factorMessages.unknown);
    if ((await stored.factorsOf(me.id)).length === 0) await forgetGuessing(me.id);
    await noteChange(me.id, 'removed');
    return null;
  });

/** Removes every factor of a guard, by id or e-mail address, for staff. */
export async function reset(name: string): Promise<Output<typeof resetting>> {
  const { id } = await guards.guardNamed(name);
  return transaction(async () => {
    await lock({ guard: id });
    const removed = await stored.deleteFactors(id);
    await forgetGuessing(id);
    if (removed > 0) await noteChange(id, 'removed');
    return { id, removed };
  });
}

/** The secrets of authenticator apps, for `platform/identity/key-rotation`. */
export const factorColumn: EncryptedColumn = {
  // No release stored a secret in plain text.
  guardsSealedWith: stored.guardsWithSecretsUnder,
  rowsSealedWith: async (guardIds, keys) =>
    (await stored.secretsUnder(guardIds, keys)).map(({ id, guardId, ...sealed }) => ({
      guardId,
      keyId: sealed.keyId,
      reseal: () => stored.putSecret(id, encrypt(decrypt(sealed, about(guardId)), about(guardId))),
    })),
  countSealedWith: stored.countSecretsUnder,
  countByKey: stored.secretsByKey,
};
