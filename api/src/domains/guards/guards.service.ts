import type { Guard } from '@portal/contracts/_kernel/guard';
import { connectionMail } from '@portal/contracts/auth/auth.connections';
import type { SocialProvider } from '@portal/contracts/auth/auth.rules';
import type { AgreementFlag } from '@portal/contracts/onboarding/onboarding.agreements';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { currentServices } from '../../platform/context';
import { transaction } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { numberColumn } from '../../platform/identity/encrypted-numbers';
import { hashPassword, verifyPassword } from '../../platform/identity/passwords';
import { type VerifiedAccess, withAccessRecheck } from '../../platform/identity/recheck-access';
import { newToken } from '../../platform/identity/secrets';
import { revokeAllAccess } from '../../platform/identity/sessions';
import { notifyChanged } from '../../platform/live/realtime';
import { queueMessage } from '../../platform/messages/message-queue';
import { dropUnproven } from './contacts.repository';
import { isProofOverdue } from './email-proof.repository';
import {
  type Contacts,
  clearIdentity,
  contactsById,
  guardByEmail,
  guardById,
  idOfIdentity,
  insertRegistered,
  knownContacts,
  markAgreed,
  markEmailProven,
  markVerified,
  type RegisteringGuard,
  setIdentity,
  setLicence,
  setStatus,
} from './guards.repository';
import { identityNumbers } from './identity-numbers.columns';
import {
  isPasswordUnchanged,
  markPasswordKnown,
  type ProvenPassword,
  passwordOf,
  replacePasswordHash,
  setPasswordHash,
} from './passwords.repository';

/** Numbers of the documents of registrations, for `platform/identity/key-rotation`. */
export const identityColumn = numberColumn(identityNumbers);

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A guard by id. 404 when there is none. */
export const guard = async (id: string): Promise<Guard> => (await guardById(id)) ?? fail(404, 'There is no such guard.');

/** Name, e-mail and mobile number of a guard, for messages and SOS alerts. 404 when there is none. */
export const contactsOf = async (id: string): Promise<Contacts> => (await contactsById(id)) ?? fail(404, 'There is no such guard.');

/** The guard with this id or e-mail, as staff name them. 404 when there is none. */
export const guardNamed = async (name: string): Promise<Guard> =>
  (await (isId(name) ? guardById(name) : guardByEmail(name))) ?? fail(404, 'There is no such guard.');

/** Fails with 403 for another guard's id: the token decides which guard's data are shown. */
export function requireOwn(tokenGuardId: string, id: string): void {
  if (tokenGuardId !== id) fail(403, 'This belongs to another guard.');
}

/** The guard who has this e-mail and password, or null. An unknown address takes as long, so that the time reveals nothing. */
export async function checkPassword(email: string, password: string): Promise<ProvenPassword | null> {
  const stored = await passwordOf(email);
  if (!(await verifyPassword(password, stored?.password_hash)) || !stored) return null;
  const known = { id: stored.id, hash: stored.password_hash };
  if (!stored.has_password) await markPasswordKnown(known);
  return known;
}

/** Whether the password that was checked is still the guard's password. */
export const isStillPassword = (known: ProvenPassword): Promise<boolean> => isPasswordUnchanged(known);

/** Whether the guard has chosen a password; false while only a provider has logged them in. */
export const hasPassword = async (email: string): Promise<boolean> => (await passwordOf(email))?.has_password ?? false;

/** The id of the guard with this e-mail, or null. */
export const idOfEmail = async (email: string): Promise<string | null> => (await passwordOf(email))?.id ?? null;

/**
 * Sets the password that the guard chose through a link in their mailbox, and revokes all access. If that mailbox was never proven before,
 * another person may have made the account: then its identities and pending contacts are removed, too, and `isTakenOver` is true.
 */
export async function replacePassword(way: VerifiedAccess, passwordHash: string): Promise<{ isTakenOver: boolean }> {
  const id = way.guardId;
  const isTakenOver = await dropUnproven(id);
  await setPasswordHash(way, passwordHash);
  await markEmailProven(id);
  await revokeAllAccess(id);
  notifyChanged(id, 'guards');
  return { isTakenOver };
}

/** The hash of the guard's present password. */
export const passwordHashOf = async (email: string): Promise<string> => (await passwordOf(email))?.password_hash ?? '';

/** Replaces the password `before`. @returns false if another call changed it first. */
export async function changePassword(id: string, before: string, passwordHash: string): Promise<boolean> {
  const isChanged = await replacePasswordHash(id, before, passwordHash);
  if (isChanged) notifyChanged(id, 'guards');
  return isChanged;
}

/** The id of the guard who is connected to a provider's identity, or null. */
export const guardOfIdentity = async (provider: SocialProvider, subject: string): Promise<string | null> =>
  (await idOfIdentity(provider, subject))?.id ?? null;

/**
 * Connects the guard with this e-mail, which the provider has verified, to the provider's identity. Another person may have made the account
 * under this address if its code was never entered, or if the address was not proven in time. Then its password, sessions and other identities
 * become invalid. Before that time is over, an unproven address connects no identity.
 */
export async function connectIdentity(
  provider: SocialProvider,
  subject: string,
  email: string,
  dropOtherWaysIn: (id: string) => Promise<void>,
): Promise<{ id: string } | 'nobody' | 'taken'> {
  const ownerOfMailbox = async () => {
    const found = await passwordOf(email);
    if (!found) return null;
    const isOverdue = isProofOverdue({ isProven: found.is_email_proven, registeredAt: found.registered_at });
    return !found.is_verify_otp || found.is_email_proven || isOverdue ? found.id : null;
  };
  const found = await ownerOfMailbox();
  if (!found) return 'nobody';
  const madeUp = await hashPassword(newToken());
  const isStillTheirs = async () => (await ownerOfMailbox()) === found;
  const outcome = await withAccessRecheck(found, isStillTheirs, async (way) => {
    const isTakenOver = await dropUnproven(found);
    const one = await setIdentity(way, provider, subject);
    if (!one) return 'taken' as const;
    await markEmailProven(found);
    if (!one.is_verify_otp || isTakenOver) {
      await dropOtherWaysIn(found);
      await setPasswordHash(way, madeUp, false);
      await revokeAllAccess(found);
    }
    notifyChanged(found, 'guards');
    return { id: found };
  }).catch(takenIdentity);
  if (outcome === null) return 'nobody';
  if (outcome !== 'taken') return outcome;
  // Two concurrent first sign-ins: the other one connected it.
  const id = await guardOfIdentity(provider, subject);
  return id ? { id } : 'taken';
}

/** The database lets each identity open one account. */
const takenIdentity = (error: unknown): 'taken' | Promise<never> => (sqlState(error) === '23505' ? 'taken' : Promise.reject(error));

/**
 * Connects a guard who is logged in to a provider's identity. `others`: it belongs to another guard; `another`: this guard has another one;
 * null: the guard is not logged in any more.
 */
export async function linkIdentity(
  id: string,
  isStillIn: () => Promise<boolean>,
  provider: SocialProvider,
  subject: string,
): Promise<'linked' | 'others' | 'another' | null> {
  const outcome = await withAccessRecheck(id, isStillIn, async (way) => {
    if (!(await setIdentity(way, provider, subject))) return 'taken' as const;
    await queueMessage({ channel: 'mail', to: (await guard(id)).email, guardId: id, ...connectionMail(provider, true) });
    notifyChanged(id, 'guards');
    return 'linked' as const;
  }).catch(takenIdentity);
  if (outcome !== 'taken') return outcome;
  const owner = await guardOfIdentity(provider, subject);
  return owner === id ? 'linked' : owner ? 'others' : 'another';
}

/** Removes a provider's identity from a guard. @returns false when it is the only credential. */
export const unlinkIdentity = (id: string, provider: SocialProvider): Promise<boolean> =>
  transaction(async () => {
    await lock({ guard: id });
    const outcome = await clearIdentity(id, provider);
    if (outcome !== 'cleared') return outcome === 'none';
    await queueMessage({ channel: 'mail', to: (await guard(id)).email, guardId: id, ...connectionMail(provider, false) });
    notifyChanged(id, 'guards');
    return true;
  });

/** The contact that another guard already has, if any. @param except a guard to ignore. */
export async function findTakenContact(
  email: string,
  mobileNumber: string,
  except: string | null = null,
): Promise<'email' | 'mobileNumber' | null> {
  const { hasEmail, hasMobile } = await knownContacts(email, mobileNumber, except);
  return hasEmail ? 'email' : hasMobile ? 'mobileNumber' : null;
}

/** Creates the guard of a sign-up. Two concurrent calls with the same e-mail or mobile number create one. */
export async function register(wanted: RegisteringGuard): Promise<{ id: string } | { taken: 'email' | 'mobileNumber' }> {
  const id = await insertRegistered(wanted);
  return id ? { id } : { taken: (await findTakenContact(wanted.email, wanted.mobileNumber)) ?? 'email' };
}

/** Sets the flag of one agreement (API-AUTH-27). */
export const setAgreed = (id: string, flag: AgreementFlag): Promise<void> => markAgreed(id, flag);

/** Sets isVerifyOtp, the boxes ticked with the code (API-AUTH-26), and which of e-mail and mobile number the code proved. */
export const setVerified = (
  id: string,
  boxes: Parameters<typeof markVerified>[1],
  proof: Parameters<typeof markVerified>[2],
): Promise<void> => markVerified(id, boxes, proof);

/** The fields of a guard that staff replies contain. */
export const guardForStaff = (one: Guard) => ({ id: one.id, email: one.email, status: one.status, nextStep: nextStep(one).to });

const APPROVED = 1;

async function change(name: string, act: (id: string) => Promise<void>) {
  const { id } = await guardNamed(name);
  await transaction(async () => {
    await lock({ guard: id });
    await act(id);
    notifyChanged(id, 'guards');
  });
  return guardForStaff(await guard(id));
}

export const approve = (name: string) =>
  change(name, async (id) => {
    const isNew = (await guard(id)).status !== APPROVED;
    await setStatus(id, APPROVED);
    if (isNew) await currentServices().hooks.notifyApproval(id);
  });
export const suspend = (name: string) => change(name, (id) => setStatus(id, 0));
export const recordLicence = (name: string, licenseNumber: string) => change(name, (id) => setLicence(id, licenseNumber));
