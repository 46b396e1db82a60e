import { addDays } from '@portal/contracts/_kernel/clock';
import { daySlashMonthSlashYear, siteDate } from '@portal/contracts/_kernel/formats';
import type { PersistentNotice } from '@portal/contracts/_kernel/persistentNotices';
import { contactMessages, emailProofDays, emailProofNotice, releasedMail } from '@portal/contracts/guards/guards.contacts';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { isApproved, nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { revokeAllAccess } from '../../platform/identity/sessions';
import { queueMessage } from '../../platform/messages/message-queue';
import { type PreparedCode, prepareCode } from './contacts.service';
import { clearContacts, isProofOverdue, proofOf, wasSeenLately } from './email-proof.repository';
import { guardByEmail, guardById } from './guards.repository';

export const emailProofOf = async (guardId: string): Promise<{ isProven: boolean }> => ({
  isProven: (await proofOf(guardId))?.isProven ?? false,
});

/** Checks before a code for the own address. 409 if it is proven, 429 after a day's codes. */
export async function prepareProof(guardId: string): Promise<PreparedCode> {
  const proof = await proofOf(guardId);
  if (!proof || proof.isProven) return fail(409, contactMessages.alreadyProven);
  return prepareCode(guardId, 'email', proof.email);
}

/** The notice of an approved guard with an unproven address. */
export async function emailProofNotices(guardId: string): Promise<PersistentNotice[]> {
  const proof = await proofOf(guardId);
  if (!proof || proof.isProven) return [];
  const guard = await guardById(guardId);
  if (!guard || !isApproved(guard)) return [];
  const { email, registeredAt } = proof;
  const day = registeredAt && daySlashMonthSlashYear(addDays(siteDate(registeredAt), emailProofDays));
  const isOverdue = isProofOverdue(proof) || !day;
  return [
    {
      id: `email:${email}:${isOverdue}`,
      tone: isOverdue ? 'error' : 'warning',
      text: isOverdue ? emailProofNotice.after : emailProofNotice.before(day),
      to: `${guardsPaths.settings()}#contact`,
      label: emailProofNotice.label,
    },
  ];
}

/** The guard who signed up with this address, and neither proved it in time, nor finished the onboarding, nor used a session since. */
export async function findAbandonedGuard(email: string): Promise<string | null> {
  const guard = await guardByEmail(email);
  if (!guard || ['approval', 'done'].includes(nextStep(guard).step)) return null;
  const proof = await proofOf(guard.id);
  return proof && isProofOverdue(proof) && !(await wasSeenLately(guard.id)) ? guard.id : null;
}

/**
 * Closes an abandoned sign-up, so that the address can be registered. Call it in the transaction of that registration, so that a refused one closes
 * nothing. Its rows stay, and no credential opens it any more. The address gets a mail.
 */
export async function releaseAbandoned(id: string, email: string): Promise<void> {
  await lock({ guard: id });
  if ((await findAbandonedGuard(email)) !== id) return;
  await revokeAllAccess(id);
  await clearContacts(id);
  await queueMessage({ channel: 'mail', to: email, guardId: id, ...releasedMail });
}
