import type { FastifyInstance } from 'fastify';
import type { Env } from '../platform/env';
import { WRITES_PER_GUARD } from '../platform/http/rate-limit';
import { type TestApi, testEnv } from './api';

/**
 * A second API over the database of the first, with modules of its own: its own pool, its own sockets, nothing shared in memory, as
 * another process has it. Start the first one with `severalProcesses`. With settings of its own it does what `works` of them says; without
 * any it takes calls alone.
 */
export async function startBeside(
  { database, clock }: TestApi,
  own: Partial<Env> = { works: false },
): Promise<{ url: string; stop(): Promise<void> }> {
  // It minds being loaded twice, and holds nothing.
  const mediabunny = await import('mediabunny');
  let started: { url: string; stop(): Promise<void> } | null = null;
  await jest.isolateModulesAsync(async () => {
    jest.doMock('mediabunny', () => mediabunny);
    const [{ setClock }, { closeDatabase, openDatabase }, { createListeners }, { openVaults }, { startWorkers }] = [
      await import('../platform/clock'),
      await import('../platform/database/db'),
      await import('../listeners'),
      await import('../platform/identity/vaults'),
      await import('../workers'),
    ];
    setClock(clock);
    openDatabase(database);
    const env = { ...testEnv, ...own };
    // As production starts: without a key that something is sealed under it does not.
    await openVaults({ mode: 'production', secretKeys: env.secretKeys });
    const startWork = (app: FastifyInstance) => (env.works ? startWorkers(app, env) : undefined);
    const { app } = await createListeners(env, {
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
