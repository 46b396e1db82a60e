import type { FastifyInstance } from 'fastify';
import { createApp } from './app';
import { routes } from './domains';
import { backgroundDone } from './platform/database/db';
import type { Env } from './platform/env';
import { carriedOut } from './platform/http/carry-out';
import type { Route } from './platform/http/http-binding';
import type { LogStream } from './platform/http/log';
import type { Limit } from './platform/http/rate-limit';
import { openSockets } from './platform/live/realtime';
import type { Redis } from './platform/live/redis';
import type { CallLimit } from './platform/live/socket-calls';

export interface Listeners {
  app: FastifyInstance;
  /** Staff's own, if any; it ends with the other one. */
  staffApp: FastifyInstance | null;
}

interface Wanted {
  /** Other processes work on the same database. */
  severalProcesses: boolean;
  /** By which events go from one to another; none: by the database. */
  redis?: Redis | null;
  /** What works until the API closes. */
  startWork?: (app: FastifyInstance) => void | Promise<void>;
  log?: LogStream | undefined;
  limit?: CallLimit;
  writeLimit?: Limit | undefined;
  /** Socket calls beside those of the domains. */
  socketRoutes?: readonly Route[];
}

/**
 * Both listeners of a process, its sockets and its workers; `listen` is the caller's. What ends before what is said here and nowhere else:
 * fastify runs `preClose` first in, first out, then closes the server, then runs `onClose` last in, first out.
 */
export async function createListeners(
  env: Env,
  { severalProcesses, redis = null, startWork, log, limit, writeLimit, socketRoutes = [] }: Wanted,
): Promise<Listeners> {
  const app = await createApp(env, log, 'public', writeLimit);
  const staffApp = env.staffPort === null ? null : await createApp(env, log, 'staff');
  // Last of all: whatever is committed until then is told to the pages of the other processes.
  openSockets(app, {
    ...env,
    routes: [...routes(env), ...socketRoutes],
    severalProcesses,
    redis,
    staffApp,
    ...(limit && { limit }),
    ...(writeLimit && { writeLimit }),
  });
  // Before that: they take up what calls have left.
  await startWork?.(app);
  // First: nobody is taken any more, by neither listener, and what was taken is carried out, also for callers who have hung up.
  let staffLeaves: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', async () => {
    if (staffApp) staffLeaves = Promise.allSettled([staffApp.close()]);
  });
  app.addHook('onClose', async () => {
    await staffLeaves;
    await carriedOut();
    await backgroundDone();
  });
  return { app, staffApp };
}
