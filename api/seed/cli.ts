import { join } from 'node:path';
import pg from 'pg';
import { readEnv } from '../src/platform/config/env';
import { runWithServices } from '../src/platform/context';
import { startEmbedded } from '../src/platform/database/embedded';
import { migrate } from '../src/platform/database/migrate';
import { openFileStorage } from '../src/platform/files/file-storage';
import { storeSealed } from '../src/platform/files/stored-uploads';
import { noHooks } from '../src/platform/hooks';
import { hashPassword } from '../src/platform/identity/passwords';
import { createServices } from '../src/platform/services';
import { isEmpty, reset, seed } from '.';
import { demo } from './demo';

/** `npm run seed` fills an empty database; `-- --reset` empties it first. A running portal continues with the new data. */
async function main(args: readonly string[]): Promise<string> {
  const env = readEnv({ ...process.env, PORTAL_MODE: process.env.PORTAL_MODE || 'demo' });
  const services = createServices(env, noHooks, { files: await openFileStorage(env) });
  const isReset = args.includes('--reset');
  if (isReset && env.mode === 'production') throw new Error('A production database is never reset.');
  const url = env.databaseDirectUrl ?? env.databaseUrl;
  const database = url ? { connection: { connectionString: url }, stop: async () => {} } : await startEmbedded(join(env.dataFolder, 'pg'));
  try {
    await migrate(database.connection);
    const client = new pg.Client(database.connection);
    await client.connect();
    try {
      await client.query('begin');
      if (isReset) await reset(client);
      if (!(await isEmpty(client))) throw new Error('The database holds data already. Use -- --reset to replace them.');
      await runWithServices(services, () => seed(client, { now: new Date(), hashPassword, putFile: storeSealed }));
      await client.query('commit');
    } finally {
      await client.end();
    }
    return `Seeded. Log in as ${demo.email} with ${demo.password}`;
  } finally {
    await database.stop();
  }
}

main(process.argv.slice(2)).then(
  (line) => process.stdout.write(`${line}\n`),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
