import type pg from 'pg';
import { closeDatabase, getPool, openDatabase } from '../../../api/src/platform/database/db';

interface Statement {
  text: string;
  values: unknown[];
}

/** Notes what is asked of the database while `act` runs. */
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
  if (noted.length === 0) throw new Error('nothing was asked of the database');
  return noted;
}

/** Opens an API's database as the API itself does, for `work` in this process. */
export async function withDatabase<T>(connection: pg.ClientConfig, work: () => Promise<T>): Promise<T> {
  openDatabase(connection as Parameters<typeof openDatabase>[0]);
  try {
    return await work();
  } finally {
    await closeDatabase();
  }
}

/** What `act` asks of the database, made to be asked again alone, one statement after the other; resolves with its milliseconds. Within `withDatabase`. */
export async function bareSql(act: () => Promise<unknown>): Promise<() => Promise<number>> {
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
