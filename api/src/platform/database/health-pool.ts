import pg from 'pg';

/** Timeout in ms: a monitoring system waits only a few seconds. */
const LOOK_MS = 2_000;

let metricsPool: pg.Pool | null = null;
let pingPool: pg.Pool | null = null;

/** Opens the connections for monitoring the process, for `openDatabase`. */
export function openHealthPool(connection: pg.PoolConfig): void {
  const apart = () =>
    new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: LOOK_MS, query_timeout: LOOK_MS }).on('error', () => {});
  metricsPool = apart();
  pingPool = apart();
}

export async function closeHealthPool(): Promise<void> {
  const closing = [metricsPool, pingPool];
  metricsPool = null;
  pingPool = null;
  await Promise.all(closing.map((one) => one?.end()));
}

/** Runs a health query on a dedicated connection, so that it works when the pool is exhausted. Frequent callers use `coalesceCalls`. */
export const healthQuery = <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => lookBy(metricsPool, text);

/** Checks that the database answers, on a connection that slow health queries do not use. @throws if it does not answer now. */
export async function pingDatabase(): Promise<void> {
  await lookBy(pingPool, 'select 1');
}

async function lookBy<Row extends pg.QueryResultRow>(by: pg.Pool | null, text: string): Promise<Row[]> {
  if (!by) throw new Error('The database is not open');
  // Makes the database cancel the query after its caller has given up. `local`, because a pooler forwards no session settings.
  const replies: unknown = await by.query(`begin; set local statement_timeout = ${LOOK_MS + 500}; ${text}; commit`);
  return (replies as pg.QueryResult<Row>[])[2]?.rows ?? [];
}
