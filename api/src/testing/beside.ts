import { type TestApi, testEnv } from './api';

/**
 * A second API over the database of the first, with modules of its own: its own pool, its own sockets, nothing shared in memory, as
 * another process has it. Start the first one with `severalProcesses`.
 */
export async function startBeside({ database, clock }: TestApi): Promise<{ url: string; stop(): Promise<void> }> {
  // It minds being loaded twice, and holds nothing.
  const mediabunny = await import('mediabunny');
  let started: { url: string; stop(): Promise<void> } | null = null;
  await jest.isolateModulesAsync(async () => {
    jest.doMock('mediabunny', () => mediabunny);
    const [{ setClock }, { closeDatabase, openDatabase }, { createListeners }, { setKeyring }] = [
      await import('../platform/clock'),
      await import('../platform/database/db'),
      await import('../listeners'),
      await import('../platform/identity/keyring'),
    ];
    setClock(clock);
    openDatabase(database);
    setKeyring(testEnv.secretKeys);
    const { app } = await createListeners(testEnv, { severalProcesses: true, limit: { burst: 5_000, perSecond: 5_000 } });
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
