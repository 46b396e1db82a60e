import type pg from 'pg';
import { runWithServices } from '../../../api/src/platform/context';
import { type Connection, getPool } from '../../../api/src/platform/database/db';
import { noHooks } from '../../../api/src/platform/hooks';
import { closeServices, createServices } from '../../../api/src/platform/services';
import { testEnv } from '../../../api/test/test-env';

interface Statement {
  text: string;
  values: unknown[];
}

/** Records the SQL statements while `act` runs. */
async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const noted: Statement[] = [];
  const pool = getPool();
  const connect = pool.connect.bind(pool);
  const noting = async () => {
    const client = await connect();
    const query = client.query.bind(client) as (text: string, values: unknown[]) => Promise<unknown>;
    return {
      query: (text: string, values: unknown[]) => {
        noted.push({ text, values: [...values] });
        return query(text, values);
      },
      release: () => client.release(),
    };
  };
  Object.assign(pool, { connect: noting });
  try {
    await act();
  } finally {
    Object.assign(pool, { connect });
  }
  if (noted.length === 0) throw new Error('no query was recorded');
  return noted;
}

/** Opens an API's database as the API does, while `work` runs in this process. */
export async function withDatabase<T>(connection: pg.ClientConfig, work: () => Promise<T>): Promise<T> {
  const services = createServices(testEnv, noHooks, { connections: { direct: connection as Connection } });
  try {
    return await runWithServices(services, work);
  } finally {
    await closeServices(services);
  }
}

/**
 * Records the SQL statements of `act`. Returns a function that repeats them alone, in sequence, and resolves with the milliseconds. Call it within
 * `withDatabase`.
 */
export async function recordSql(act: () => Promise<unknown>): Promise<() => Promise<number>> {
  const statements = await statementsOf(act);
  return async () => {
    const client = await getPool().connect();
    try {
      const started = performance.now();
      for (const { text, values } of statements) await client.query(text, values);
      return performance.now() - started;
    } finally {
      client.release();
    }
  };
}
