import { join } from 'node:path';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { jobs } from '../src/jobs';
import { runWithServices } from '../src/platform/context';
import type { Connection } from '../src/platform/database/db';
import { type EmbeddedServer, startEmbedded } from '../src/platform/database/embedded';
import { migrate } from '../src/platform/database/migrate';
import { noHooks } from '../src/platform/hooks';
import { createQueues } from '../src/platform/queue/job-queue';
import { closeServices, createServices } from '../src/platform/services';
import { executeStatements, publishServer, TEMPLATE, withDatabaseName } from './database';
import { lockTriggersSql } from './lock-triggers';
import { testEnv } from './test-env';

/** The data is deleted after the run, so durability would only cost time. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

declare global {
  var portalTestServer: { stop(): Promise<void> } | undefined;
}

/** One server per run, embedded or DATABASE_URL's, with one migrated template that every test file copies. */
export default async function globalSetup(): Promise<void> {
  const { connection, stop } = process.env.DATABASE_URL ? given(process.env.DATABASE_URL) : await embedded();
  await executeStatements(connection, `drop database if exists ${TEMPLATE}`, `create database ${TEMPLATE}`);
  await migrate(withDatabaseName(connection, TEMPLATE));
  const services = createServices(testEnv, noHooks, { connections: { direct: withDatabaseName(connection, TEMPLATE) } });
  await runWithServices(services, () => createQueues(jobs));
  await closeServices(services);
  await executeStatements(withDatabaseName(connection, TEMPLATE), lockTriggersSql);
  publishServer(connection);
  globalThis.portalTestServer = { stop };
}

function given(url: string): { connection: Connection; stop(): Promise<void> } {
  const connection = { connectionString: url };
  return { connection, stop: () => executeStatements(connection, `drop database if exists ${TEMPLATE}`) };
}

async function embedded(): Promise<Pick<EmbeddedServer, 'connection' | 'stop'>> {
  const folder = temporaryFolder('test');
  const server = await startEmbedded(join(folder, 'pg'), FAST);
  return {
    connection: server.connection,
    stop: async () => {
      await server.stop();
      dropFolder(folder);
    },
  };
}
