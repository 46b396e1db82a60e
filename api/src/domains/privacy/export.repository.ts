import { sql } from 'kysely';
import { db, getPool } from '../../platform/database/db';
import { decryptNumber, type StoredNumber } from '../../platform/identity/encrypted-numbers';
import { type ExportPart, exportQueries } from './export.queries';

export interface ExportRow {
  id: string;
  guardId: string;
  state: 'waiting' | 'working' | 'done' | 'failed';
  progress: number;
  askedAt: string;
  finishedAt: string | null;
  bytes: number | null;
  expiresAt: string | null;
  secret: string;
}

const columns = sql`id, guard_id as "guardId", state, progress, asked_at as "askedAt", finished_at as "finishedAt", bytes,
  expires_at as "expiresAt", secret`;

export async function latestExport(guardId: string): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from exports where guard_id = ${guardId} order by asked_at desc, id limit 1`.execute(db());
  return rows[0] ?? null;
}

export async function insert(guardId: string, secret: string, now: string): Promise<void> {
  await sql`insert into exports (guard_id, secret, asked_at) values (${guardId}, ${secret}, ${now})`.execute(db());
}

export async function exportById(guardId: string, id: string): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`select ${columns} from exports where id = ${id} and guard_id = ${guardId}`.execute(db());
  return rows[0] ?? null;
}

/** A claimed job: only this `worker` may continue it. */
export interface ExportJob {
  id: string;
  guardId: string;
  worker: string;
}

/** Takes the oldest copy that waits or has an expired lease; each process takes another. After too many tries a copy has failed. */
export async function take(now: string, leaseUntil: string, mostTries: number): Promise<ExportJob | null> {
  await sql`update exports set state = 'failed', worker = null, lease_until = null
    where state = 'working' and lease_until <= ${now} and tries >= ${mostTries}`.execute(db());
  const { rows } = await sql<ExportJob>`
    update exports set state = 'working', worker = gen_random_uuid(), lease_until = ${leaseUntil}, tries = tries + 1, progress = 0
    where id = (select id from exports where state = 'waiting' or (state = 'working' and lease_until <= ${now})
      order by asked_at, id limit 1 for update skip locked)
    returning id, guard_id as "guardId", worker`.execute(db());
  return rows[0] ?? null;
}

/** Stores the progress and renews the lease. @returns false when another worker took the copy over. */
export async function report({ id, worker }: ExportJob, progress: number, leaseUntil: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set progress = ${progress}, lease_until = ${leaseUntil} where id = ${id} and worker = ${worker}`.execute(db());
  return numAffectedRows === 1n;
}

/** Renews the lease. @returns false when another worker took the copy over. */
export async function renew({ id, worker }: ExportJob, leaseUntil: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update exports set lease_until = ${leaseUntil} where id = ${id} and worker = ${worker}`.execute(
    db(),
  );
  return numAffectedRows === 1n;
}

/** Marks the copy as finished. @returns false when another worker took it over. */
export async function finish({ id, worker }: ExportJob, done: { bytes: number; now: string; expiresAt: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set state = 'done', progress = 100, worker = null, lease_until = null, bytes = ${done.bytes}, finished_at = ${done.now},
      expires_at = ${done.expiresAt} where id = ${id} and worker = ${worker}`.execute(db());
  return numAffectedRows === 1n;
}

/** Queues the copy again because the process shuts down. This does not count as a try. */
export async function putBack({ id, worker }: ExportJob): Promise<void> {
  await sql`update exports set state = 'waiting', tries = tries - 1, worker = null, lease_until = null
    where id = ${id} and worker = ${worker}`.execute(db());
}

/** Queues the copy again after a failure; after the last try it has failed. */
export async function giveBack({ id, worker }: ExportJob, mostTries: number): Promise<void> {
  await sql`update exports set state = case when tries >= ${mostTries} then 'failed' else 'waiting' end, worker = null, lease_until = null
    where id = ${id} and worker = ${worker}`.execute(db());
}

/** Deletes expired copies, and all but the latest of each guard. */
export async function forgetOld(now: string): Promise<void> {
  await sql`delete from exports e where (state = 'done' and expires_at <= ${now})
    or (state in ('done', 'failed') and exists (select from exports newer where newer.guard_id = e.guard_id and newer.asked_at > e.asked_at
      and newer.state = 'done'))`.execute(db());
}

/** The exports that have, or may have, a file: finished ones, and running ones with their worker. */
export async function exportsWithFiles(): Promise<{ id: string; worker: string | null }[]> {
  const { rows } = await sql<{ id: string; worker: string | null }>`
    select id, worker from exports where state in ('done', 'working')`.execute(db());
  return rows;
}

export interface PartRows {
  file: string;
  columns: string[];
  rows: Record<string, unknown>[];
}

/** Decrypts the number in the rows of a part, if the part has one. */
function opened(guardId: string, { file, columns, rows }: PartRows, { as, of }: NonNullable<ExportPart['number']>): PartRows {
  const nameOf = (column: string) => (column === 'keyId' ? as : column);
  const shown = columns.filter((column) => column !== 'sealed');
  const open = (row: Record<string, unknown>) =>
    Object.fromEntries(
      shown.map((column) => [
        nameOf(column),
        column === 'keyId' ? decryptNumber(of, guardId, row as unknown as StoredNumber) : row[column],
      ]),
    );
  return { file, columns: shown.map(nameOf), rows: rows.map(open) };
}

/** The parts of a guard's data, one after the other. */
export async function* partsOf(guardId: string): AsyncGenerator<PartRows> {
  for (const { file, query, number } of exportQueries) {
    const { fields, rows } = await getPool().query<Record<string, unknown>>(query, [guardId]);
    const columns = fields.map(({ name }) => name);
    yield number ? opened(guardId, { file, columns, rows }, number) : { file, columns, rows };
  }
}

export async function mediaNames(guardId: string): Promise<string[]> {
  const { rows } = await sql<{ filename: string }>`
    select filename from media where owner_id = ${guardId} order by created_at, filename`.execute(db());
  return rows.map(({ filename }) => filename);
}
