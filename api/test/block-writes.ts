import { setTimeout as pause } from 'node:timers/promises';
import { getPool } from '../src/platform/database/db';

/** Blocks every write of a table until `go`: a call under way stops just before its write, with all its locks. */
async function stopAt(table: string) {
  let isOver = false;
  const client = await getPool().connect();
  await client.query(`begin; lock table ${table} in share row exclusive mode`);
  const countWaiting = async () => {
    const { rows } = await getPool().query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  };
  return {
    /** Resolves when so many writes wait, for this lock or for such a write. */
    async waiting(count: number): Promise<void> {
      while (!isOver && (await countWaiting()) < count) await pause(10);
    },
    async go(): Promise<void> {
      isOver = true;
      await client.query('commit');
      client.release();
    },
  };
}

/** Starts `first`, which stops before its first write of the table, then `second` until it waits, too; then lets both continue. */
export async function interleaveAt<A, B>(table: string, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const stop = await stopAt(table);
  const one = first();
  await stop.waiting(1);
  const other = second();
  await Promise.race([other, stop.waiting(2)]);
  await stop.go();
  return Promise.all([one, other]);
}
