import type { Connection } from './rows';
import { around } from './schedule';

const DAY = 86_400_000;

/** Everything that has a time of its own; the instants of shifts follow from their dates. */
const instants: readonly [table: string, columns: readonly string[]][] = [
  ['jobs', ['created_at']],
  ['applications', ['created_at']],
  ['assignments', ['created_at', 'started_at', 'ended_at']],
  ['leaves', ['created_at', 'decided_at']],
  ['transactions', ['created_at']],
  ['ratings', ['created_at']],
  ['notifications', ['created_at']],
];

/** Shifts that are worked right now begin again two hours ago, whatever the hour. */
async function restart(connection: Connection, now: Date): Promise<void> {
  const { date, start, end } = around(now, 2);
  await connection.query(
    `update shifts s set shift_date = $1, start_time = $2, end_time = $3
     from assignments a where a.shift_id = s.id and a.state in ('running', 'on-break') and s.ends_at <= $4
       and not exists (select from shifts other where other.job_id = s.job_id and other.id <> s.id and other.shift_date = $1)`,
    [date, start, end, now.toISOString()],
  );
  await connection.query(
    `update assignments a set started_at = s.starts_at from shifts s where s.id = a.shift_id and a.state in ('running', 'on-break') and s.ends_at > $1`,
    [now.toISOString()],
  );
}

/**
 * Moves demonstration data that were made on an earlier day on to today, by whole days of the sites' calendar, so that
 * what was coming still comes, and lets the shifts under way go on. Leaves a database alone that was not seeded. Call it in a transaction of `connection`.
 */
export async function freshen(connection: Connection, now: Date): Promise<void> {
  const { rows } = await connection.query('select extract(epoch from seeded_at)::float8 * 1000 as at from seedings');
  if (!rows[0]) return;
  const days = Math.floor((now.getTime() - Number(rows[0].at)) / DAY);
  if (days > 0) await moveOn(connection, days);
  await restart(connection, now);
  await connection.query('select chain_shifts(array(select id from jobs))');
}

async function moveOn(connection: Connection, days: number): Promise<void> {
  await connection.query(`set local timezone = 'America/Toronto'`);
  await connection.query('update shifts set shift_date = shift_date + $1::int', [days]);
  for (const [table, columns] of instants)
    await connection.query(
      `update ${table} set ${columns.map((column) => `${column} = ${column} + $1::int * interval '1 day'`).join(', ')}`,
      [days],
    );
  await connection.query(`update seedings set seeded_at = seeded_at + $1::int * interval '1 day'`, [days]);
}
