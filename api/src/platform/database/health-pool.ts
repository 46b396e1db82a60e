import pg from 'pg';
import { coalesceCalls } from '../concurrency';
import { openedDatabase } from './opened';

/** Timeout in ms: a monitoring system waits only a few seconds. */
const LOOK_MS = 2_000;

/** Connections for monitoring an API, which work when its pool is exhausted. */
export interface HealthPools {
  readonly metrics: pg.Pool;
  /** Checks that the database answers; concurrent callers share one query. */
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

export function createHealthPools(connection: pg.PoolConfig): HealthPools {
  const apart = () =>
    new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: LOOK_MS, query_timeout: LOOK_MS }).on('error', () => {});
  const metrics = apart();
  // A connection that slow health queries do not use.
  const ping = apart();
  return {
    metrics,
    ping: coalesceCalls(() => lookBy(ping, 'select 1')),
    close: async () => void (await Promise.all([metrics.end(), ping.end()])),
  };
}

/** Runs a health query on a dedicated connection, so that it works when the pool is exhausted. Frequent callers use `coalesceCalls`. */
export const healthQuery = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
  lookBy(openedDatabase().health.metrics, text);

/** @throws if the database does not answer now. */
export const pingDatabase = async (): Promise<void> => void (await openedDatabase().health.ping());

async function lookBy<Row extends pg.QueryResultRow>(by: pg.Pool, text: string): Promise<Row[]> {
  // Makes the database cancel the query after its caller has given up. `local`, because a pooler forwards no session settings.
  const replies: unknown = await by.query(`begin; set local statement_timeout = ${LOOK_MS + 500}; ${text}; commit`);
  return (replies as pg.QueryResult<Row>[])[2]?.rows ?? [];
}
