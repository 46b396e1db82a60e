import { torontoDate } from '@portal/contracts/_kernel/clock';
import type { Output } from '@portal/contracts/_kernel/endpoint';
import { dayMonthYear, siteDate } from '@portal/contracts/_kernel/formats';
import type { deletionState } from '@portal/contracts/privacy/privacy.endpoints';
import { privacyLimits, privacyMessages } from '@portal/contracts/privacy/privacy.rules';
import type { carryOutDeletion } from '@portal/contracts/privacy/privacy.staff';
import { fromNow, now, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { revokeAllAccess } from '../../platform/identity/sessions';
import { notifyChanged } from '../../platform/live/realtime';
import { queueMessage } from '../../platform/messages/message-queue';
import { releaseProposals } from '../covers/covers.service';
import { totals } from '../earnings/earnings.service';
import { hasOpen } from '../earnings/withdrawals.service';
import { guardNamed, guard as guardOf } from '../guards/guards.service';
import { deleteAllFiles, deleteOwnFiles } from '../media/media.service';
import { holdWithJobs } from '../shifts/shifts.service';
import * as deletions from './deletion.repository';

const DAY_MS = 86_400_000;
/** Replaces the text that a deleted guard had written. */
const deletedWords = 'This message was deleted with its author’s account.';

const daysOf = (instant: string): string => dayMonthYear(siteDate(instant));

/** The guard's open request; null without one. */
export async function state(guardId: string): Promise<Output<typeof deletionState>> {
  const request = await deletions.pendingRequest(guardId);
  return { request: request && { askedAt: request.askedAt, takeBackUntil: request.takeBackUntil } };
}

/** Requests the deletion, once: a repeated call keeps the first request. */
export const ask = (guardId: string): Promise<Output<typeof deletionState>> =>
  transaction(async () => {
    await lock({ guard: guardId });
    if (await deletions.pendingRequest(guardId)) return state(guardId);
    const until = fromNow(privacyLimits.takeBackDays * DAY_MS);
    await deletions.insert(guardId, nowText(), until);
    const { email } = await guardOf(guardId);
    await queueMessage({
      channel: 'mail',
      to: email,
      guardId,
      subject: 'You asked us to delete your account',
      body: `We will delete it after ${daysOf(until)}. Until then, you can take back your request in Settings, under Privacy. If this was not you, do that now and change your password.`,
    });
    notifyChanged(guardId, 'privacy');
    return state(guardId);
  });

/** Cancels the request. 409 without one. */
export const takeBack = (guardId: string): Promise<Output<typeof deletionState>> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const request = (await deletions.pendingRequest(guardId)) ?? fail(409, privacyMessages.noDeletion);
    await deletions.takeBack(request.id, nowText());
    notifyChanged(guardId, 'privacy');
    return state(guardId);
  });

/** The open requests, oldest first, for staff. */
export const list = deletions.pendingRequests;

async function removeFiles(guardId: string): Promise<void> {
  const kept = new Set(await deletions.keptFiles(guardId));
  const names = (await deletions.files(guardId)).filter((name) => !kept.has(name));
  await deleteOwnFiles(guardId, names);
}

/** Deletes the personal data of the guard and keeps the other rows without a name. 409 while it is not allowed. Their sessions end immediately. */
export const carryOut = (name: string): Promise<Output<typeof carryOutDeletion>> =>
  transaction(async () => {
    const { id } = await guardNamed(name);
    await holdWithJobs(id);
    const { email, mobileNumber, firstName, lastName } = await guardOf(id);
    const request = (await deletions.pendingRequest(id)) ?? fail(409, privacyMessages.noDeletion);
    if (request.takeBackUntil > nowText()) fail(409, privacyMessages.tooEarly(daysOf(request.takeBackUntil)));
    if (await deletions.hasShifts(id, nowText())) fail(409, privacyMessages.shiftsAhead);
    if ((await hasOpen(id)) || Number((await totals(id)).eWallet) !== 0) fail(409, privacyMessages.moneyLeft);
    const keptUntil = `${Number(torontoDate(now()).slice(0, 4)) + privacyLimits.keptYears}-12-31`;
    await releaseProposals(id);
    await deletions.markCarriedOut(request.id, `${firstName} ${lastName}`, nowText(), keptUntil);
    await removeFiles(id);
    await revokeAllAccess(id);
    await deletions.anonymise(id, { email, mobileNumber, words: deletedWords });
    return { guard: id, keptUntil };
  });

/** Removes the deleted guards with pay records past their retention. */
export async function forgetRetained(): Promise<void> {
  for (const guardId of await deletions.guardsPastRetention(torontoDate(now())))
    await transaction(async () => {
      await holdWithJobs(guardId);
      await deleteAllFiles(guardId);
      await deletions.remove(guardId);
    });
}
