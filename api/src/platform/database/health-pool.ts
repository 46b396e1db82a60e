import pg from 'pg';

/** Whoever asks how a process is gives up after a few seconds. */
const LOOK_MS = 2_000;

let metricsPool: pg.Pool | null = null;
let pingPool: pg.Pool | null = null;

/** Opens the connections by which a process is watched: `openDatabase` does. */
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

/** Asks by a connection apart from the pool: how things are must be known just then when the pool has none left. Who asks often shares: `coalesceCalls`. */
export const healthQuery = <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => lookBy(metricsPool, text);

/** Asks for nothing but an answer, by a connection that no figure holds, however long it is counted. @throws when there is none just now. */
export async function pingDatabase(): Promise<void> {
  await lookBy(pingPool, 'select 1');
}

async function lookBy<Row extends pg.QueryResultRow>(by: pg.Pool | null, text: string): Promise<Row[]> {
  if (!by) throw new Error('The database is not open');
  // What nobody waits for any more the database ends itself. Of the statement: a pooler hands on no session's.
  const replies: unknown = await by.query(`begin; set local statement_timeout = ${LOOK_MS + 500}; ${text}; commit`);
  return (replies as pg.QueryResult<Row>[])[2]?.rows ?? [];
}
