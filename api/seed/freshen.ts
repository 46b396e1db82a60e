import type { Connection } from './rows';
import { around } from './schedule';

const DAY = 86_400_000;

/** Tables whose instants move, every one of them; those of shifts follow from their dates. */
const dated = ['jobs', 'applications', 'assignments', 'leaves', 'transactions', 'ratings', 'notifications'];

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
  const { rows } = await connection.query(
    `select table_name as name, string_agg(format('%1$I = %1$I + $1::int * interval ''1 day''', column_name), ', ') as moves
     from information_schema.columns
     where table_schema = current_schema() and table_name = any($1) and data_type = 'timestamp with time zone' and is_generated = 'NEVER'
     group by table_name`,
    [dated],
  );
  for (const { name, moves } of rows) await connection.query(`update ${name} set ${moves}`, [days]);
  await connection.query(`update seedings set seeded_at = seeded_at + $1::int * interval '1 day'`, [days]);
}
