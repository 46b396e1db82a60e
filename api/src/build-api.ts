import type { FastifyInstance } from 'fastify';
import { createDomains } from './domains';
import { createHttpServer } from './http-server';
import type { Env } from './platform/config/env';
import { backgroundDone } from './platform/database/db';
import { allCallsFinished } from './platform/http/execute-call';
import type { Limit } from './platform/http/rate-limit';
import type { LogStream } from './platform/http/request-log';
import type { Route } from './platform/http/routes';
import { createSocketServer } from './platform/live/realtime';
import type { Redis } from './platform/live/redis-transport';
import type { CallLimit } from './platform/live/socket-calls';

export interface Api {
  app: FastifyInstance;
  /** The staff listener, if any; it closes with the public one. */
  staffApp: FastifyInstance | null;
}

interface ApiOptions {
  /** Other processes use the same database. */
  severalProcesses: boolean;
  /** Transport of events between processes; null: the database. */
  redis?: Redis | null;
  /** Starts the jobs, which run until the API closes. */
  startWork?: (app: FastifyInstance) => void | Promise<void>;
  log?: LogStream | undefined;
  limit?: CallLimit;
  writeLimit?: Limit | undefined;
  /** Socket calls in addition to the calls of the domains. */
  socketRoutes?: readonly Route[];
}

/**
 * Builds the listeners, sockets and jobs of a process; the caller then calls `listen`. The order of shutdown depends on this function only:
 * fastify runs `preClose` first in, first out, then closes the server, then runs `onClose` last in, first out.
 */
export async function buildApi(
  env: Env,
  { severalProcesses, redis = null, startWork, log, limit, writeLimit, socketRoutes = [] }: ApiOptions,
): Promise<Api> {
  const app = await createHttpServer(env, log, 'public', writeLimit);
  const staffApp = env.staffPort === null ? null : await createHttpServer(env, log, 'staff');
  // Closed last: events of all earlier commits reach the pages of other processes.
  createSocketServer(app, {
    ...env,
    routes: [...createDomains(env), ...socketRoutes],
    severalProcesses,
    redis,
    staffApp,
    ...(limit && { limit }),
    ...(writeLimit && { writeLimit }),
  });
  // Closed before the sockets: jobs process the messages that calls have queued.
  await startWork?.(app);
  // Closed first: both listeners stop accepting, and accepted calls run to their end, also after their clients have disconnected.
  let staffLeaves: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', async () => {
    if (staffApp) staffLeaves = Promise.allSettled([staffApp.close()]);
  });
  app.addHook('onClose', async () => {
    await staffLeaves;
    await allCallsFinished();
    await backgroundDone();
  });
  return { app, staffApp };
}
