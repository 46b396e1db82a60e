import { randomInt } from 'node:crypto';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Output } from '@portal/contracts/_kernel/endpoint';
import {
  type ConfirmationMethod,
  confirmationCodeMail,
  confirmationLimits,
  confirmationMessages,
  confirmationMethods,
  type confirmationState,
  type confirmSession as confirming,
  type Proof,
  type WaitingCode,
} from '@portal/contracts/auth/auth.confirmation';
import { socialTypes } from '@portal/contracts/auth/auth.rules';
import { now } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { limitAttempts, refuseTooMany } from '../../platform/http/rate-limit';
import { confirmedUntil, confirmSession } from '../../platform/identity/confirmation';
import { hashPassword, verifyPassword } from '../../platform/identity/passwords';
import type { SignedIn } from '../../platform/identity/sessions';
import { queueMessage } from '../../platform/messages/message-queue';
import * as guards from '../guards/guards.service';
import { requirePassword } from '../guards/password.service';
import { codeOf, putCode, tryCode, useCode } from './confirmation-codes.repository';
import * as factors from './factors';
import { type IdTokenVerifier, isFresh } from './id-token';
import { providerOf } from './provider-links';

type Offer = Output<typeof confirmationState>['methods'][number];

/** One way to confirm a session. */
interface Method {
  /** The offers for this guard; empty when the method is not available to them. */
  offers(me: SignedIn): Promise<Offer[]>;
  /** Refuses an invalid proof. Runs before the transaction, so that a try counts. @returns a function to run in the transaction, if any. */
  check(me: SignedIn, proof: Proof): Promise<void | (() => Promise<void>)>;
}
export type ConfirmationMethods = Readonly<Record<ConfirmationMethod, Method>>;

const proofs = { bucket: 'confirmation.proof', max: 20, perSeconds: 900 };
const codes = { bucket: 'confirmation.code', max: confirmationLimits.codesADay, perSeconds: 86_400 };

const hasPassword = async (guardId: string) => guards.hasPassword((await guards.guard(guardId)).email);

const byPassword: Method = {
  offers: async (me) => ((await hasPassword(me.id)) ? [{ by: 'password' }] : []),
  check: (me, { password }) => requirePassword(me, { password: password ?? '' }),
};

const byProvider = (verifier: IdTokenVerifier | null): Method => ({
  async offers(me) {
    const { socialFacebookId, socialGmailId } = await guards.guard(me.id);
    const subjects = { facebook: socialFacebookId, google: socialGmailId };
    const usable = (verifier?.providers ?? []).filter((provider) => subjects[provider]);
    return usable.map((provider) => ({ by: 'provider', socialType: socialTypes[provider] }));
  },
  async check(me, { socialType, idToken }) {
    const provider = providerOf(socialType ?? 0);
    await limitAttempts(proofs, me.sessionId);
    const identity = (await verifier?.verify(provider, idToken ?? '')) ?? fail(400, confirmationMessages.proofRefused(provider));
    if (!isFresh(identity)) fail(400, confirmationMessages.proofOld(provider));
    const isMine = async () => (await guards.guardOfIdentity(provider, identity.subject)) === me.id;
    if (!(await isMine())) fail(409, confirmationMessages.otherAccount(provider));
    return async () => {
      if (!(await isMine())) fail(409, confirmationMessages.otherAccount(provider));
    };
  },
});

const byCode: Method = {
  offers: async (me) => ((await hasPassword(me.id)) ? [] : [{ by: 'code' }]),
  async check(me, { code }) {
    const hash = (await tryCode(me.sessionId)) ?? fail(410, confirmationMessages.codeSpent);
    if (!(await verifyPassword(code ?? '', hash))) failValidation({ code: confirmationMessages.codeInvalid });
    return async () => {
      if (!(await useCode(me.sessionId, hash))) fail(410, confirmationMessages.codeSpent);
    };
  },
};

const confirmByTotp: Method = {
  offers: async (me) => ((await factors.factorKindsOf(me.id)).has('totp') ? [{ by: 'totp' }] : []),
  check: factors.checkTotp,
};

const byPasskey = (site: factors.PasskeySite): Method => ({
  offers: async (me) => ((await factors.factorKindsOf(me.id)).has('passkey') ? [{ by: 'passkey' }] : []),
  check: (me, proof) => factors.checkPasskey(me, proof, site),
});

async function assertNoFactor(me: SignedIn): Promise<void> {
  if ((await factors.factorKindsOf(me.id)).size > 0) fail(409, confirmationMessages.factorInstead);
}

/** A method that is one factor: not available to a guard who has a second one. */
const withoutFactor = (method: Method): Method => ({
  offers: async (me) => ((await factors.factorKindsOf(me.id)).size > 0 ? [] : method.offers(me)),
  async check(me, proof) {
    await assertNoFactor(me);
    return method.check(me, proof);
  },
});

/** The table of methods; another method is another row. @param verifier null where no provider is configured. */
export const methodsWith = (verifier: IdTokenVerifier | null, site: factors.PasskeySite): ConfirmationMethods => ({
  password: withoutFactor(byPassword),
  provider: withoutFactor(byProvider(verifier)),
  code: withoutFactor(byCode),
  totp: confirmByTotp,
  passkey: byPasskey(site),
});

const maskedEmail = (email: string) => `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;

/** Whether this session is confirmed, and how this guard can confirm it. */
export async function state(methods: ConfirmationMethods, me: SignedIn): Promise<Output<typeof confirmationState>> {
  const offers = await Promise.all(confirmationMethods.map((by) => methods[by].offers(me)));
  const { email } = await guards.guard(me.id);
  return {
    confirmedUntil: await confirmedUntil(me),
    methods: offers.flat(),
    email: maskedEmail(email),
    code: await codeOf(me.sessionId),
  };
}

/** Confirms the session in the transaction that uses up the proof. 401 when the session has ended. */
export const confirm = (me: SignedIn, by: ConfirmationMethod, use: void | (() => Promise<void>)): Promise<Output<typeof confirming>> =>
  transaction(async () => {
    await lock({ guard: me.id });
    await use?.();
    const isByFactor = by === 'totp' || by === 'passkey';
    return { confirmedUntil: (await confirmSession(me, isByFactor)) ?? fail(401, copy.sessionExpired) };
  });

/** Prepares a code. 409 for a guard with a password or a second factor, 429 within the wait and after a day's codes. */
export async function prepareCode(me: SignedIn): Promise<{ code: string; hash: string }> {
  await assertNoFactor(me);
  if (await hasPassword(me.id)) fail(409, confirmationMessages.passwordInstead);
  const before = await codeOf(me.sessionId);
  const wait = before ? Math.ceil((Date.parse(before.sentAt) - now().getTime()) / 1000) + confirmationLimits.resendSeconds : 0;
  if (wait > 0) refuseTooMany(wait);
  await limitAttempts(codes, me.id);
  const code = String(randomInt(10 ** confirmationLimits.codeLength)).padStart(confirmationLimits.codeLength, '0');
  return { code, hash: await hashPassword(code) };
}

/** Sends the code to the guard's e-mail address. */
export const sendCode = (me: SignedIn, { code, hash }: { code: string; hash: string }): Promise<WaitingCode> =>
  transaction(async () => {
    await lock({ guard: me.id });
    const sent = (await putCode(me, hash)) ?? refuseTooMany(confirmationLimits.resendSeconds);
    const { email } = await guards.guard(me.id);
    await queueMessage({
      channel: 'mail',
      to: email,
      guardId: me.id,
      subject: confirmationCodeMail.subject,
      body: confirmationCodeMail.body(code),
      isSecret: true,
      isUrgent: true,
    });
    return sent;
  });
