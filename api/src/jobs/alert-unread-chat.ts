import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { chatMessages } from '@portal/contracts/chat/chat.rules';
import type { FastifyInstance } from 'fastify';
import { claimUnreadAlert, clearUnreadAlert, type UnreadAlert } from '../domains/chat/receipts.repository';
import { notifyGuard } from '../domains/notifications/notify.service';
import { fromNow, nowText } from '../platform/clock';
import { transaction } from '../platform/database/db';
import { poll } from '../platform/queue/poll';

const AWAY_MS = 60_000;
const LOOK_EVERY_MS = 20_000;

/** That a guard could not be told. */
class AlertFailed extends Error {}

/** The one who has waited longest, told; those who could not be told before are passed over. @returns null when nobody waits any more. */
const alertNext = (passed: number): Promise<UnreadAlert | null> =>
  transaction(async () => {
    const waiting = await claimUnreadAlert(fromNow(-AWAY_MS), nowText(), passed);
    if (waiting && waiting.count > 0)
      await notifyGuard(waiting.guardId, 'chat', {
        title: chatMessages.waiting,
        description: chatMessages.waitingIn(waiting.jobTitle, waiting.count),
        to: chatPaths.rooms({ room: waiting.roomId }),
      }).catch((failure: unknown) => {
        throw new AlertFailed('A guard could not be told of chat messages', { cause: failure });
      });
    return waiting;
  });

/**
 * Alerts guards for whom messages of a room have waited a minute unread, by the ways that their settings name for the chat: once a
 * room until they read it, however many messages it becomes. Whoever has the room open reads in time, and is left alone. One who cannot be
 * told is tried again at the next look, and stands in nobody's way.
 * @returns how many were told. @throws after all of them when some could not be, and says how many.
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
    throw new Error(`${failures.length} guards could not be told of chat messages, ${told} were`, { cause: failures[0] });
  return told;
}

/** Looks for those to alert until the API closes; of several processes any may find them, and one tells. */
export const startTelling = (app: FastifyInstance): void =>
  void poll(app, LOOK_EVERY_MS, alertUnreadChat, 'Those for whom chat messages wait could not be told');
