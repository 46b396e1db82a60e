import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { seedId } from './random';
import { type Connection, insert } from './rows';

const HOUR = 3_600_000;
const NOTES = ['The site is quiet at night.', '', 'Please bring your own flashlight.'];

/** Offers of other guards that fit the demo guard, the soonest shift of three jobs. */
async function seedOpenOffers(connection: Connection, at: string, now: Date): Promise<void> {
  await connection.query(
    `insert into cover_offers (id, guard_id, job_id, shift_id, note, offered_at, alerted_at, ends_at)
     select md5('cover ' || id)::uuid, guard_id, job_id, shift_id, ($4::text[])[row_number() over (order by starts_at, id)], $2, $2, starts_at - interval '2 hours'
     from (select distinct on (a.job_id) a.id, a.guard_id, a.job_id, a.shift_id, s.starts_at
       from held_assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id and j.status = 1 join guards g on g.id = $1
       where a.state = 'awarded' and a.guard_id <> g.id and s.starts_at > $3::timestamptz + interval '1 day'
         and (s.ends_at at time zone 'America/Toronto')::date <= g.security_registration_expiry_date and j.live_applications < 5
         and exists (select from guard_specialities w where w.guard_id = g.id and w.speciality_id = j.speciality_id)
         and (j.transportation <> 1 or g.is_go_with = 1) and distance_km(g.lat, g.lng, j.lat, j.long) <= g.is_travel_to
         and not exists (select from held_assignments h join shifts o on o.id = h.shift_id where h.guard_id = g.id
           and o.starts_at < s.ends_at + interval '8 hours' and o.ends_at > s.starts_at - interval '8 hours')
       order by a.job_id, s.starts_at, a.id) offered
     order by starts_at, id limit 3`,
    [demo.id, at, now.toISOString(), NOTES],
  );
}

/** Shifts that the demo guard can take over, and one of their own for which a guard is proposed. */
export async function seedCovers(connection: Connection, jobs: readonly SeedJob[], guards: readonly string[], now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();
  await seedOpenOffers(connection, ago(5), now);
  const job = jobs[demoJobs.tomorrow];
  const shift = job?.shifts[2];
  const { rows } = await connection.query('select starts_at from shifts where id = $1', [shift?.id]);
  await insert(connection, 'cover_offers', [
    {
      id: seedId('cover', 0),
      guard_id: demo.id,
      job_id: job?.job.id,
      shift_id: shift?.id,
      note: 'My sister moves that day.',
      state: 'proposed',
      offered_at: ago(26),
      alerted_at: ago(26),
      ends_at: new Date(new Date(String(rows[0]?.starts_at)).getTime() - 2 * HOUR).toISOString(),
      proposed_guard_id: guards[4],
      proposed_at: ago(3),
    },
  ]);
}
