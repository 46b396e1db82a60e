import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Connection } from '../src/platform/database/db';

export const TEMPLATE = 'portal_test_template';
/** The variable in which the global setup passes the server to the test processes. */
const VARIABLE = 'PORTAL_TEST_SERVER';

export function publishServer(connection: Connection): void {
  process.env[VARIABLE] = JSON.stringify(connection);
}

function server(): Connection {
  const found = process.env[VARIABLE];
  if (!found) throw new Error('The test database is not running: api/test/global-setup.ts starts it.');
  return JSON.parse(found) as Connection;
}

/** The same server, another database. */
export function withDatabaseName(connection: Connection, database: string): Connection {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

export async function executeStatements(connection: Connection, ...statements: string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The pooler in front of the server, in `npm run lab -- cluster`. */
const pooler = process.env.TEST_POOLER_URL;

export interface TestDatabase {
  connection: Connection;
  /** The connection by a pooler, if there is one, as `openDatabase` takes it. */
  pooled: Connection | null;
  drop(): Promise<void>;
}

/** A fresh, migrated database for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `portal_test_${randomBytes(6).toString('hex')}`;
  await executeStatements(server(), `create database ${name} template ${TEMPLATE} strategy file_copy`);
  const pooled = pooler ? withDatabaseName({ connectionString: pooler }, name) : null;
  return {
    connection: withDatabaseName(server(), name),
    pooled,
    drop: () => executeStatements(server(), `drop database ${name} with (force)`),
  };
}
