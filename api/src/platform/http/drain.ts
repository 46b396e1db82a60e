import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;

const leaving = new WeakSet<FastifyInstance['server']>();

/** Whether this listener takes its leave: whoever balances between processes should send nothing more. */
export const isLeaving = (app: FastifyInstance): boolean => leaving.has(app.server);

/** Each reply of a process that takes its leave ends its connection: the caller's next one goes to another. */
export function endConnectionsWhenLeaving(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    // One that is refused before it was read whole is read first: see unread.ts.
    if (isLeaving(app) && request.raw.complete) reply.header('connection', 'close');
  });
}

export interface Leave {
  /** How long it is said before anything is closed: /readyz answers 503, and all else as ever. */
  noticeMs: number;
  /** Counted from the first moment on. What is not done by then is cut. */
  withinMs: number;
}

/** So long it is said before anything is closed: half of all the time at most. */
const noticeOf = ({ noticeMs, withinMs }: Leave): number => Math.min(noticeMs, withinMs / 2);

/** How long closing takes at most, from its beginning to the end of the process. */
export const closingMs = (leave: Leave): number => leave.withinMs - noticeOf(leave);

/**
 * Closes listeners without an error for anybody: says so, takes no new connection, answers what has begun, sends sockets elsewhere, lets the
 * workers end or give back their jobs.
 * @param apps the first one closes the others with itself.
 * @param last what ends when nothing is under way any more, within the same time.
 * @returns whether all of that was done in time.
 */
export async function drain(
  apps: [FastifyInstance, ...FastifyInstance[]],
  leave: Leave,
  last: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  const end = performance.now() + leave.withinMs;
  for (const app of apps) leaving.add(app.server);
  await pause(noticeOf(leave));
  let isClosed = false;
  const close = async () => {
    await apps[0].close();
    await last();
    isClosed = true;
  };
  const closing = close();
  // One whose reply had begun before is told nothing: it ends as soon as nothing is under way on it.
  while (!isClosed && performance.now() < end) {
    for (const { server } of apps) server.closeIdleConnections();
    await Promise.race([closing, pause(LOOK_MS)]);
  }
  if (!isClosed) for (const { server } of apps) server.closeAllConnections();
  return isClosed;
}
