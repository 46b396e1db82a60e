import type { FastifyInstance } from 'fastify';
import { createDomains, domainHooks } from './domains';
import { createHttpServer } from './http-server';
import type { Env } from './platform/config/env';
import { runWithServices, type Services } from './platform/context';
import { waitForBackground } from './platform/database/db';
import { openFileStorage } from './platform/files/file-storage';
import { logFields } from './platform/http/errors';
import { waitForAllCalls } from './platform/http/execute-call';
import type { Route } from './platform/http/routes';
import { closeSocketServer, createSocketServer } from './platform/live/realtime';
import { openRedis, streamName } from './platform/live/redis-transport';
import { drainSockets } from './platform/live/socket-drain';
import type { JobLifecycle } from './platform/queue/poll';
import { closeServices, createServices, type ServiceOptions } from './platform/services';

export interface Api {
  services: Services;
  app: FastifyInstance;
  /** The staff listener, if any; it closes with the public one. */
  staffApp: FastifyInstance | null;
  /** Closes the listeners, sockets and jobs, then the services. */
  close(): Promise<void>;
}

interface ApiOptions extends ServiceOptions {
  /** Other processes use the same database. */
  severalProcesses: boolean;
  /** Runs before the API is built, in its context. */
  prepare?: () => Promise<void>;
  /** Starts the jobs, which run until the API closes. */
  startWork?: (lifecycle: JobLifecycle) => void | Promise<void>;
  /** Socket calls in addition to the calls of the domains. */
  socketRoutes?: readonly Route[];
}

/** Builds the listeners, sockets and jobs of an API with its own services; the caller then calls `listen`. */
export async function buildApi(env: Env, options: ApiOptions): Promise<Api> {
  const services = createServices(env, domainHooks, { files: await openFileStorage(env), ...options });
  try {
    return await runWithServices(services, () => build(services, env, options));
  } catch (error) {
    await closeServices(services);
    throw error;
  }
}

async function build(services: Services, env: Env, { severalProcesses, prepare, startWork, socketRoutes = [] }: ApiOptions): Promise<Api> {
  await prepare?.();
  const redis = env.redisUrl ? await openRedis(env.redisUrl, await streamName(), (line) => services.log.warn(line)) : null;
  const app = await createHttpServer(services, env, 'public');
  const staffApp = env.staffPort === null ? null : await createHttpServer(services, env, 'staff');
  createSocketServer(app, { ...env, routes: [...createDomains(env), ...socketRoutes], severalProcesses, redis, staffApp });
  const lifecycle = createJobLifecycle(services);
  closeInOrder(services, { app, staffApp, lifecycle });
  const close = async () => {
    await app.close().finally(() => closeServices(services));
  };
  try {
    await startWork?.(lifecycle);
  } catch (error) {
    // The close of the database waits for the connections of the sockets and of the jobs that have started.
    await app.close().catch((reason: unknown) => services.log.error(logFields(reason)));
    throw error;
  }
  return { services, app, staffApp, close };
}

interface ClosableLifecycle extends JobLifecycle {
  /** Runs the hooks: the first ones in their order, the last ones in the reverse order. */
  run(name: 'preClose' | 'onClose'): Promise<void>;
}

function createJobLifecycle({ log }: Services): ClosableLifecycle {
  const hooks: Record<'preClose' | 'onClose', (() => Promise<void>)[]> = { preClose: [], onClose: [] };
  return {
    log,
    addHook: (name: 'preClose' | 'onClose', hook: () => Promise<void>) => {
      if (name === 'preClose') hooks.preClose.push(hook);
      else hooks.onClose.unshift(hook);
    },
    async run(name) {
      const errors: unknown[] = [];
      for (const hook of hooks[name]) await hook().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw new AggregateError(errors, 'The API did not close cleanly');
    },
  };
}

/**
 * The order of the shutdown. Between the two hooks, fastify closes the public listener: accepted calls run to their end, also after their clients
 * have disconnected.
 */
function closeInOrder(
  services: Services,
  { app, staffApp, lifecycle }: Pick<Api, 'app' | 'staffApp'> & { lifecycle: ClosableLifecycle },
): void {
  let staffClosed: Promise<unknown> = Promise.resolve();
  const begin = async () => {
    await drainSockets();
    await lifecycle.run('preClose');
    if (staffApp) staffClosed = Promise.allSettled([staffApp.close()]);
  };
  const end = async () => {
    await staffClosed;
    await waitForAllCalls();
    await waitForBackground();
    // After the calls: jobs process the messages that calls have queued.
    await lifecycle.run('onClose');
    // After the jobs: events of all earlier commits reach the pages of other processes.
    await closeSocketServer();
  };
  app.addHook('preClose', () => runWithServices(services, begin));
  app.addHook('onClose', () => runWithServices(services, end));
}
