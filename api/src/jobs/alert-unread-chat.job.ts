import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { chatMessages } from '@portal/contracts/chat/chat.rules';
import { claimUnreadAlert, clearUnreadAlert, type UnreadAlert } from '../domains/chat/receipts.repository';
import { notifyGuard } from '../domains/notifications/notify.service';
import { fromNow, nowText } from '../platform/clock';
import { transaction } from '../platform/database/db';
import { defineJob, noPayload } from '../platform/queue/define-job';

const AWAY_MS = 60_000;

/** An alert to one guard failed. */
class AlertFailed extends Error {}

/** Alerts the guard who has waited longest, after skipping `passed` failed ones. @returns null when no guard is waiting any more. */
const alertNext = (passed: number): Promise<UnreadAlert | null> =>
  transaction(async () => {
    const waiting = await claimUnreadAlert(fromNow(-AWAY_MS), nowText(), passed);
    if (waiting && waiting.count > 0)
      await notifyGuard(waiting.guardId, 'chat', {
        title: chatMessages.waiting,
        description: chatMessages.waitingIn(waiting.jobTitle, waiting.count),
        to: chatPaths.rooms({ room: waiting.roomId }),
      }).catch((failure: unknown) => {
        throw new AlertFailed('A guard could not be alerted of chat messages', { cause: failure });
      });
    return waiting;
  });

/**
 * Alerts guards with messages of a room that have been unread for a minute, by the channels of their settings for the chat: once a
 * room until they read it, however many messages arrive. A guard who has the room open reads within the minute and gets no alert. A failed alert
 * is retried in the next run and does not stop the others.
 * @returns the number of guards alerted. @throws after the others if some alerts failed, with their number.
 */
export async function alertUnreadChat(stopping?: AbortSignal): Promise<number> {
  let told = 0;
  const none: UnreadAlert[] = [];
  const failures: AlertFailed[] = [];
  while (!stopping?.aborted) {
    const waiting = await alertNext(failures.length).catch((failure: unknown) => {
      if (failure instanceof AlertFailed) return failure;
      throw failure;
    });
    if (waiting === null) break;
    if (waiting instanceof AlertFailed) failures.push(waiting);
    else if (waiting.count > 0) told += 1;
    else none.push(waiting);
  }
  for (const { guardId, roomId } of none) await clearUnreadAlert(guardId, roomId);
  if (failures.length > 0)
    throw new Error(`${failures.length} guards could not be alerted of chat messages, ${told} were`, { cause: failures[0] });
  return told;
}

export const alertUnreadChatJob = defineJob({
  name: 'alert-unread-chat',
  does: 'Alerts guards of chat messages that have been unread for a minute.',
  payload: noPayload,
  schedule: { on: 'interval', queue: 'chat-alerts', seconds: 20 },
  retries: 'the next run',
  onGivenUp: 'An alert is retried until its guard reads the room.',
  failed: 'Guards could not be alerted of unread chat messages',
  run: ({ stopping }) => alertUnreadChat(stopping),
});
