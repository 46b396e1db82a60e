import { demo } from './demo';
import type { Connection } from './rows';

/** A whole number from 0 to `below` - 1 that is the same at every seeding. */
const draw = (what: string, below: number) => `(abs(hashtext(a.id::text || '${what}')) % ${below})`;

/** Arrivals and ends of worked shifts. */
const arrivals = `
  update assignments a set
    arrived_at = a.started_at - interval '1 minute' * (2 + ${draw('early', 11)}),
    arrived_received_at = a.started_at - interval '1 minute' * (2 + ${draw('early', 11)}),
    arrived_lat = j.lat + (${draw('lat', 11)} - 5) / 20000.0, arrived_long = j.long + (${draw('long', 11)} - 5) / 20000.0,
    arrived_accuracy = 6 + ${draw('accuracy', 25)},
    arrived_distance = round(1000 * distance_km(j.lat + (${draw('lat', 11)} - 5) / 20000.0, j.long + (${draw('long', 11)} - 5) / 20000.0, j.lat, j.long)),
    started_received_at = a.started_at, ended_received_at = a.ended_at,
    started_within_ms = 1000 * ${draw('started', 240)}, ended_within_ms = case when a.state = 'ended' then 1000 * ${draw('ended', 240)} end,
    end_reason_id = case when a.state = 'ended' then (select id from end_job_reasons where position = 1 + ${draw('reason', 2)}) end,
    shift_end_comment = case when a.state = 'ended' then
      (array['', 'Quiet night, all doors checked.', 'Handed the keys to the next guard.', 'Two visitors, both signed in.'])[1 + ${draw('comment', 4)}] else '' end,
    client_rating = case when a.state = 'ended' and j.client_rating >= 1 then j.client_rating end
  from jobs j where j.id = a.job_id and a.started_at is not null`;

/** A meal in the middle of each worked shift; in a running one a short rest, after one hour. */
const breaks = `
  insert into breaks (id, assignment_id, reason_id, description, started_at, started_received_at, ended_at, ended_received_at)
  select md5('break' || id)::uuid, id, (select r.id from break_reasons r where r.position = place), 'Break', begun, begun, begun + long, begun + long
  from (
    select a.id, a.started_at + interval '1 hour' as begun, interval '15 minutes' as long, 2 as place
      from assignments a where a.state = 'running' and a.started_at + interval '75 minutes' <= $1
    union all
    select a.id, date_trunc('minute', a.started_at + (a.ended_at - a.started_at) / 2), interval '30 minutes', 1
      from assignments a where a.state = 'ended' and a.ended_at - a.started_at > interval '2 hours'
  ) taken`;

/** A past SOS of the demo guard, which was acknowledged. */
const alert = `
  insert into sos_alerts (id, assignment_id, raised_at, received_at, lat, long, accuracy, acknowledged_at, ended_at)
  select md5('sos' || a.id)::uuid, a.id, a.started_at + interval '3 hours', a.started_at + interval '3 hours 2 seconds', j.lat, j.long, 14,
    a.started_at + interval '3 hours 1 minute', a.started_at + interval '3 hours 9 minutes'
  from assignments a join jobs j on j.id = a.job_id where a.guard_id = $1 and a.state = 'ended' and a.ended_at - a.started_at > interval '4 hours'
  order by a.started_at desc limit 1`;

/** The events of worked shifts: arrival, breaks, an SOS, the comment at the end. Call it after `seedWork`. */
export async function seedShifts(connection: Connection, now: Date): Promise<void> {
  await connection.query(arrivals);
  await connection.query(breaks, [now.toISOString()]);
  await connection.query(alert, [demo.id]);
}
