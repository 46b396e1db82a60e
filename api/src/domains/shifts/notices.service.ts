import { fromNow, nowText } from '../../platform/clock';
import { inBackgroundAfterCommit, transaction } from '../../platform/database/db';
import * as chat from '../chat/members.service';
import type { NoticeKind, Receiver } from './notices.repository';
import * as notices from './notices.repository';
import { callTeam, placeOf } from './sos.calls';
import * as alerts from './sos.repository';

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;
/** A cancellation is reported so long after it, unless the guard presses again before. */
export const CANCELLATION_WAITS_MS = 10 * SECOND_MS;
/** So many calls for help of a shift in a minute are reported without delay. Those after them are reported together, every ten seconds. */
const CALLS_WITHOUT_DELAY = 4;
const MINUTE_MS = 60 * SECOND_MS;
const TOGETHER_EVERY_MS = 10 * SECOND_MS;
const TRY_AGAIN_MS = 5 * SECOND_MS;
const AT_ONCE = 50;

const plus = (instant: string, milliseconds: number) => new Date(Date.parse(instant) + milliseconds).toISOString();

type DueOf = (receiver: Receiver) => string;

/** A call for help goes out immediately, also when it follows a cancellation. From the fifth one in a minute on it waits for the next report. */
async function dueOfCall(sosId: string, now: string): Promise<DueOf> {
  const dropped = await notices.dropDelayed(sosId);
  if ((await notices.callsSince(sosId, plus(now, -MINUTE_MS))) < CALLS_WITHOUT_DELAY) return () => now;
  return (receiver) => {
    const due = dropped.get(receiver) ?? plus(now, TOGETHER_EVERY_MS);
    return due > now ? due : now;
  };
}

/** Each notice is due now, but a cancellation and a call for help after many others. Call it before the notice is stored. */
async function dueOf(kind: NoticeKind, sosId: string, now: string): Promise<DueOf> {
  if (kind === 'call' || kind === 'again') return dueOfCall(sosId, now);
  return () => (kind === 'over' ? plus(now, CANCELLATION_WAITS_MS) : now);
}

/**
 * Notes what dispatchers and the job's chat have to read about an SOS, in the transaction that stores it and holds the SOS of its shift. Only this row is
 * part of that transaction: messages and chat lines are written after the commit, in separate transactions. If one fails, or the process
 * ends before it, `sendDueNotices` writes it later.
 */
export async function storeNotices(kind: NoticeKind, sosId: string): Promise<void> {
  const notedAt = nowText();
  const waiting = kind === 'place' ? await notices.delayedCallsOf(sosId) : new Set<Receiver>();
  const all: Receiver[] = kind === 'unanswered' ? ['team'] : ['team', 'chat'];
  const receivers = all.filter((receiver) => !waiting.has(receiver));
  if (receivers.length === 0) return;
  const due = await dueOf(kind, sosId, notedAt);
  await notices.insert(
    sosId,
    kind,
    notedAt,
    receivers.map((receiver) => ({ receiver, dueAt: due(receiver) })),
  );
  // Apart: a chat that does not answer delays no dispatcher.
  for (const receiver of receivers) inBackgroundAfterCommit(() => sendDueNotices(receiver, sosId));
}

async function sayInChat({ kind, sosId, jobId, guardId, isTakenBack }: notices.Notice): Promise<void> {
  const sos = await alerts.own(guardId, sosId);
  if (sos) await chat.sos(jobId, guardId, { isActive: kind !== 'over', place: placeOf(sos), joins: !isTakenBack });
}

const sendNotice = (id: number): Promise<void> =>
  transaction(async () => {
    const notice = await notices.take(id);
    if (!notice) return;
    const { kind, receiver, sosId, isReplaced, presses } = notice;
    const together = presses > CALLS_WITHOUT_DELAY ? presses : 1;
    if (!isReplaced) await (receiver === 'team' ? callTeam(kind, sosId, together) : sayInChat(notice));
    await notices.settle(id, isReplaced);
  });

/**
 * Carries out what is due for a receiver, of one SOS or of all. A failed notice is tried again after five seconds, for a day, and delays
 * no other. Several processes may run this: each notice is locked by one of them.
 */
export async function sendDueNotices(receiver: Receiver, sosId: string | null = null): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await notices.due(receiver, sosId, fromNow(-DAY_MS), AT_ONCE))
    await sendNotice(id).catch(async (error: unknown) => {
      failures.push(error);
      await notices.postpone(id, fromNow(TRY_AGAIN_MS)).catch((again: unknown) => failures.push(again));
    });
  if (failures.length > 0) throw failures[0];
}
