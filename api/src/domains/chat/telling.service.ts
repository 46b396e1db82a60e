import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { chatMessages } from '@portal/contracts/chat/chat.rules';
import type { FastifyInstance } from 'fastify';
import { fromNow, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { repeat } from '../../platform/work/repeat';
import { tell } from '../notifications/telling.service';
import { clearWaiting, takeWaiting } from './marks.repository';

const AWAY_MS = 60_000;
const LOOK_EVERY_MS = 20_000;
const AT_ONCE = 50;

/**
 * Alerts guards for whom messages of a room have waited a minute unread, by the ways that their settings name for the chat: once a
 * room until they read it, however many messages it becomes. Whoever has the room open reads in time, and is left alone.
 * @returns how many were told.
 */
export async function tellWaiting(): Promise<number> {
  const waiting = await transaction(async () => {
    const taken = await takeWaiting(fromNow(-AWAY_MS), nowText(), AT_ONCE);
    for (const { guardId, jobTitle, count } of taken.filter(({ count }) => count > 0))
      await tell(guardId, 'chat', {
        title: chatMessages.waiting,
        description: chatMessages.waitingIn(jobTitle, count),
        to: chatPaths.rooms(),
      });
    return taken;
  });
  const none = waiting.filter(({ count }) => count === 0);
  for (const { guardId, roomId } of none) await clearWaiting(guardId, roomId);
  return waiting.length - none.length;
}

/** Looks for those to alert until the API closes; of several processes any may find them, and one tells. */
export const startTelling = (app: FastifyInstance): void =>
  void repeat(app, LOOK_EVERY_MS, tellWaiting, 'Those for whom chat messages wait could not be told');
