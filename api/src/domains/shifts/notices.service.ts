import { fromNow, nowText } from '../../platform/clock';
import { inBackgroundAfterCommit, transaction } from '../../platform/database/db';
import { pollEverywhere } from '../../platform/queue/job-queue';
import * as chat from '../chat/members.service';
import type { NoticeKind, NoticeReceiver } from './notices.repository';
import * as notices from './notices.repository';
import * as alerts from './sos.repository';
import { alertTeam, placeOf } from './sos-alerts';

const SECOND_MS = 1_000;
/** The job that sends the notices to the dispatch team. */
export const TEAM_NOTICES_POLL = 'notify-team-of-sos';
const DAY_MS = 86_400 * SECOND_MS;
/** The delay of a cancellation, which another press of the guard within it replaces. */
export const CANCELLATION_WAITS_MS = 10 * SECOND_MS;
const TRY_AGAIN_MS = 5 * SECOND_MS;
const AT_ONCE = 50;

const plus = (instant: string, milliseconds: number) => new Date(Date.parse(instant) + milliseconds).toISOString();

/**
 * Queues the notices of an SOS for the dispatchers and the job's chat, in the transaction that stores it and locks the SOS of its shift. Only this row is
 * part of that transaction: messages and chat messages are written after the commit, in separate transactions. If one fails, or the process
 * ends before it, `sendDueNotices` writes it later.
 */
export async function storeNotices(kind: NoticeKind, sosId: string): Promise<void> {
  const notedAt = nowText();
  // A new call for help replaces a waiting cancellation.
  if (kind === 'call' || kind === 'again') await notices.dropDelayed(sosId);
  const receivers: NoticeReceiver[] = kind === 'unanswered' ? ['team'] : ['team', 'chat'];
  await notices.insert(sosId, kind, receivers, { notedAt, dueAt: kind === 'over' ? plus(notedAt, CANCELLATION_WAITS_MS) : notedAt });
  // Another process does it if this one is killed after the commit.
  await pollEverywhere(TEAM_NOTICES_POLL);
  // Separately, so that a chat that does not respond delays no dispatcher.
  for (const receiver of receivers) inBackgroundAfterCommit(() => sendDueNotices(receiver, sosId));
}

async function postSosToChat({ kind, sosId, jobId, guardId, isTakenBack }: notices.SosNotice): Promise<void> {
  const sos = await alerts.ownSos(guardId, sosId);
  if (!sos) return;
  const isSilence = sos.reason === 'no-answer';
  // Colleagues need the place of a press to help. The last position before a silence is for dispatch only.
  const place = isSilence ? null : placeOf(sos);
  await chat.postSos(jobId, guardId, { isActive: kind !== 'over', isSilence, place, joins: !isTakenBack });
}

const sendNotice = (id: number): Promise<void> =>
  transaction(async () => {
    const notice = await notices.take(id);
    if (!notice) return;
    const { kind, receiver, sosId, isReplaced } = notice;
    if (!isReplaced) await (receiver === 'team' ? alertTeam(kind, sosId) : postSosToChat(notice));
    await notices.settle(id, isReplaced);
  });

/**
 * Sends the due notices of a receiver, of one SOS or of all. A failed notice is tried again after five seconds, for a day, and delays
 * no other. Several processes may run this: each notice is locked by one of them.
 */
export async function sendDueNotices(receiver: NoticeReceiver, sosId: string | null = null): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await notices.dueNoticeIds(receiver, sosId, fromNow(-DAY_MS), AT_ONCE))
    await sendNotice(id).catch(async (error: unknown) => {
      failures.push(error);
      await notices.postpone(id, fromNow(TRY_AGAIN_MS)).catch((again: unknown) => failures.push(again));
    });
  if (failures.length > 0) throw failures[0];
}
