import type { FastifyInstance } from 'fastify';
import type { Env } from '../src/platform/config/env';
import { WRITES_PER_GUARD } from '../src/platform/http/rate-limit';
import { type TestApi, testEnv } from './test-api';

/**
 * A second API over the database of the first, with its own copy of all modules: its own pool and sockets, and nothing shared in memory, like
 * another process. Start the first one with `severalProcesses`. With its own settings it runs the jobs that they name; without
 * any it runs no jobs.
 */
export async function startSecondApi(
  { database, clock }: TestApi,
  own: Partial<Env> = { runsJobs: false },
): Promise<{ url: string; stop(): Promise<void> }> {
  // The library reports an error when it is loaded twice, and has no state, so both APIs share it.
  const mediabunny = await import('mediabunny');
  let started: { url: string; stop(): Promise<void> } | null = null;
  await jest.isolateModulesAsync(async () => {
    jest.doMock('mediabunny', () => mediabunny);
    const [{ setClock }, { closeDatabase, openDatabase }, { buildApi }, { checkKeysAndEncrypt }, { startJobs }] = [
      await import('../src/platform/clock'),
      await import('../src/platform/database/db'),
      await import('../src/build-api'),
      await import('../src/platform/identity/key-rotation'),
      await import('../src/jobs'),
    ];
    setClock(clock);
    openDatabase(database);
    const env = { ...testEnv, ...own };
    // As at a start in production: without a key of stored data the start fails.
    await checkKeysAndEncrypt({ mode: 'production', secretKeys: env.secretKeys });
    const startWork = (app: FastifyInstance) => (env.runsJobs ? startJobs(app, env) : undefined);
    const { app } = await buildApi(env, {
      severalProcesses: true,
      startWork,
      limit: { burst: 5_000, perSecond: 5_000 },
      writeLimit: { ...WRITES_PER_GUARD, max: Number.MAX_SAFE_INTEGER },
    });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const stop = async () => {
      await app.close();
      await closeDatabase();
    };
    started = { url, stop };
  });
  jest.dontMock('mediabunny');
  if (!started) throw new Error('The second API did not start');
  return started;
}
