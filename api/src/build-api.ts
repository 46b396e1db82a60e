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
  /** Staff's own, if any; it ends with the other one. */
  staffApp: FastifyInstance | null;
}

interface ApiOptions {
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
export async function buildApi(
  env: Env,
  { severalProcesses, redis = null, startWork, log, limit, writeLimit, socketRoutes = [] }: ApiOptions,
): Promise<Api> {
  const app = await createHttpServer(env, log, 'public', writeLimit);
  const staffApp = env.staffPort === null ? null : await createHttpServer(env, log, 'staff');
  // Last of all: whatever is committed until then is told to the pages of the other processes.
  createSocketServer(app, {
    ...env,
    routes: [...createDomains(env), ...socketRoutes],
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
    await allCallsFinished();
    await backgroundDone();
  });
  return { app, staffApp };
}
