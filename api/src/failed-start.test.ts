import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { createTestDatabase, type TestDatabase } from '../test/database';

jest.setTimeout(60_000);

let database: TestDatabase;
let dataFolder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataFolder = temporaryFolder('failed-start');
});
afterAll(async () => {
  await database.drop();
  dropFolder(dataFolder);
});

/** Runs `test/failed-start.ts`, and kills it ten seconds after it has loaded its code. */
async function start(afterMs: number): Promise<{ output: string; signal: string | null }> {
  const env = { ...process.env, FAILED_START: JSON.stringify({ connection: database.connection, dataFolder, afterMs }) };
  const script = join(import.meta.dirname, '../test/failed-start.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let limit: NodeJS.Timeout | undefined;
  child.stdout.on('data', (part: Buffer) => {
    output += part;
    limit ??= setTimeout(() => child.kill('SIGKILL'), 10_000);
  });
  const [, signal] = await once(child, 'close');
  clearTimeout(limit);
  return { output, signal };
}

// The connection that receives events of other processes opens in the background of the start.
it.each([
  ['before the connection for events is open', 0],
  ['after the connection for events was opened', 1_000],
])('a process whose jobs fail at the start, %s, reports their error and ends within ten seconds', async (_when, afterMs) => {
  expect(await start(afterMs)).toEqual({ output: 'Starting\nThe queues cannot be read\n', signal: null });
});
