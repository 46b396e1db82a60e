import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../api/src/platform/database/embedded';
import type { Lab } from './lab';

/** Runs `work` with a connection to the database that the measured portal and the one it is compared with share. */
export async function inDatabase<T>(lab: Lab, work: (database: pg.Client) => Promise<T>): Promise<T> {
  await lab.composed();
  const server = await startEmbedded(join(lab.folder, 'composed/pg'));
  const database = new pg.Client(server.connection as pg.ClientConfig);
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
