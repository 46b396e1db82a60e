import { dirname } from 'node:path';
import { buildApi } from '../src/build-api';
import { startJobs } from '../src/jobs';
import type { Env } from '../src/platform/config/env';
import { WRITES_PER_GUARD } from '../src/platform/http/rate-limit';
import { checkKeys } from '../src/platform/identity/key-rotation';
import { mediaFolder } from './files';
import type { TestApi } from './test-api';
import { testEnv } from './test-env';

/**
 * A second API over the database of the first, with its own services: its own pool and sockets, and nothing shared in memory, like another
 * process. Start the first one with `severalProcesses`. With its own settings it runs the jobs that they name; without any it runs no jobs.
 */
export async function startSecondApi(
  { database, clock }: TestApi,
  own: Partial<Env> = { runsJobs: false },
): Promise<{ url: string; stop(): Promise<void> }> {
  const env = { ...testEnv, dataFolder: dirname(mediaFolder()), ...own };
  const { app, close } = await buildApi(env, {
    connections: { direct: database },
    clock,
    limits: {
      socketCalls: { burst: 5_000, perSecond: 5_000 },
      writes: { ...WRITES_PER_GUARD, max: Number.MAX_SAFE_INTEGER },
    },
    severalProcesses: true,
    // As at a start in production: without a key of stored data the start fails.
    prepare: async () => void (await checkKeys('production')),
    startWork: (lifecycle) => (env.runsJobs ? startJobs(lifecycle, env) : undefined),
  });
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), stop: close };
}
