import { setTimeout as pause } from 'node:timers/promises';
import { buildApi } from '../src/build-api';
import type { Connection } from '../src/platform/database/db';
import { testEnv } from './test-env';

/** Starts an API with jobs that fail, and prints the error. Then the process ends, unless a handle stays open. */
const { connection, dataFolder, afterMs } = JSON.parse(process.env.FAILED_START ?? '') as {
  connection: Connection;
  dataFolder: string;
  afterMs: number;
};

process.stdout.write('Starting\n');
const starting = buildApi(
  { ...testEnv, dataFolder, staffPort: 0 },
  {
    connections: { direct: connection },
    severalProcesses: true,
    startWork: async () => {
      await pause(afterMs);
      throw new Error('The queues cannot be read');
    },
  },
);
const outcome = await starting.then(
  () => 'Started',
  (error: Error) => error.message,
);
process.stdout.write(`${outcome}\n`);
