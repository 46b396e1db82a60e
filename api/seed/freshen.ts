import { KEPT_OPEN_MS } from '../src/domains/jobs/jobs.repository';
import { demo } from './demo';
import { closedJobs } from './jobs';
import type { Connection } from './rows';
import { workingDayAround } from './schedule';

const DAY = 86_400_000;

/** Tables whose instants all move by calendar days; the instants of shifts follow from their dates, and `moveWork` moves breaks and sos_alerts. */
const dated = [
  'jobs',
  'applications',
  'assignments',
  'leaves',
  'transactions',
  'withdrawals',
  'ratings',
  'notifications',
  'calendar_feeds',
  'tickets',
  'ticket_responses',
  'injuries',
  'job_reports',
  'cover_offers',
  'site_orders',
  'handover_notes',
  'welfare_settings',
  'injury_responses',
  'chat_rooms',
  'chat_participants',
  'chat_messages',
  'e_notes',
  'media',
  'guard_documents',
  'expiry_reminders',
  'sos_links',
  'sos_notices',
  'bank_details',
  'device_keys',
];

/** Shifts under way start two hours ago, at any hour of the day. */
async function restart(connection: Connection, now: Date): Promise<void> {
  const { date, start, end } = workingDayAround(now, 2);
  // In a demonstration a running shift may overlap the next one.
  await connection.query(
    `update assignments a set during = null from shifts s where s.id = a.shift_id and a.state in ('running', 'on-break') and s.ends_at <= $1`,
    [now.toISOString()],
  );
  const { rows } = await connection.query(
    `update shifts s set shift_date = $1, start_time = $2, end_time = $3
     from assignments a where a.shift_id = s.id and a.state in ('running', 'on-break') and s.ends_at <= $4
       and not exists (select from shifts other where other.job_id = s.job_id and other.id <> s.id and other.shift_date = $1)
     returning s.id`,
    [date, start, end, now.toISOString()],
  );
  const restarted = [rows.map(({ id }) => id)];
  for (const told of ['breaks', 'sos_alerts'])
    await connection.query(`delete from ${told} b using assignments a where a.id = b.assignment_id and a.shift_id = any($1)`, restarted);
  await connection.query(
    `update assignments a set state = 'running', started_at = s.starts_at, started_received_at = s.starts_at,
       arrived_at = s.starts_at - interval '6 minutes', arrived_received_at = s.starts_at - interval '6 minutes'
     from shifts s where s.id = a.shift_id and a.shift_id = any($1) and a.state in ('running', 'on-break')`,
    restarted,
  );
}

/**
 * Moves demonstration data that were made on an earlier day to today, by whole days of the sites' calendar, so that future shifts are
 * future again and shifts under way continue. A database without seed is left alone. Call it in a transaction of `connection`.
 */
export async function freshen(connection: Connection, now: Date): Promise<void> {
  const { rows } = await connection.query('select extract(epoch from seeded_at)::float8 * 1000 as at from seedings');
  if (!rows[0]) return;
  const days = Math.floor((now.getTime() - Number(rows[0].at)) / DAY);
  if (days > 0) await moveOn(connection, days, now);
  await restart(connection, now);
  await connection.query('select chain_shifts(array(select id from jobs))');
}

async function moveOn(connection: Connection, days: number, now: Date): Promise<void> {
  await connection.query(`set local timezone = 'America/Toronto'`);
  // All shifts move by the same days: they overlap only within this statement.
  await connection.query('set constraints assignments_one_place deferred');
  await connection.query('update shifts set shift_date = shift_date + $1::int', [days]);
  const { rows } = await connection.query(
    `select table_name as name, string_agg(format(
       case column_name when 'arrived_at' then '%1$I = case when %1$I <= started_at then least(%2$s, started_at + $1::int * interval ''1 day'') else %2$s end'
         else '%1$I = %2$s' end, column_name, format('%1$I + $1::int * interval ''1 day''', column_name)), ', ') as moves
     from information_schema.columns
     where table_schema = current_schema() and table_name = any($1) and data_type = 'timestamp with time zone' and is_generated = 'NEVER'
     group by table_name`,
    [dated],
  );
  for (const { name, moves } of rows) await connection.query(`update ${name} set ${moves}`, [days]);
  await moveWork(connection, days);
  await moveExpiries(connection, days);
  // The API closes a past job after 30 days. After the move such a job is within these days or in the future, so it opens again.
  await connection.query(
    `update jobs j set status = 1 where status = 5 and id <> all ($1)
       and exists (select from shifts s where s.job_id = j.id and s.ends_at > $2)`,
    [closedJobs(), new Date(now.getTime() - KEPT_OPEN_MS).toISOString()],
  );
  await connection.query(`update seedings set seeded_at = seeded_at + $1::int * interval '1 day'`, [days]);
}

/**
 * Times within a shift move by whole days of 24 hours and are then limited to the shift: in the night that the clocks
 * go forward, calendar days would reverse the order of two instants.
 */
async function moveWork(connection: Connection, days: number): Promise<void> {
  const moved = (column: string) => `${column} + make_interval(hours => 24 * $1::int)`;
  const within = (column: string) => `least(greatest(${moved(column)}, a.started_at), coalesce(a.ended_at, 'infinity'))`;
  await connection.query(
    `update breaks b set started_at = ${within('b.started_at')}, started_received_at = ${moved('b.started_received_at')},
       ended_at = case when b.ended_at is not null then ${within('b.ended_at')} end, ended_received_at = ${moved('b.ended_received_at')}
     from assignments a where a.id = b.assignment_id`,
    [days],
  );
  const sos = ['raised_at', 'received_at', 'reached_at', 'escalated_at', 'acknowledged_at', 'ended_at'].map(
    (column) => `${column} = ${moved(column)}`,
  );
  await connection.query(`update sos_alerts set ${sos.join(', ')}`, [days]);
}

/** The demo guard's licence and documents end as many days from now as at the seeding. */
async function moveExpiries(connection: Connection, days: number): Promise<void> {
  for (const [table, column, owner] of [
    ['guards', 'security_registration_expiry_date', 'id'],
    ['guard_documents', 'expiry_date', 'guard_id'],
    ['expiry_reminders', 'expiry_date', 'guard_id'],
  ])
    await connection.query(`update ${table} set ${column} = least(${column} + $1::int, '2099-12-12') where ${owner} = $2`, [days, demo.id]);
}
