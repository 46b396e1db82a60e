import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import type { Connection } from './rows';

/** Ratings of the demo guard's closed jobs by customers, latest first: they rise after one bad night. */
const said: readonly [rating: number, description: string][] = [
  [5, 'Punctual and friendly, as always.'],
  [4.5, 'Calm when it counted.'],
  [5, 'We would book this guard again.'],
  [4, 'Good reports, thank you.'],
  [4.5, 'Found the open gate before we did.'],
  [4, ''],
  [3.5, 'Good work; the log was a little short.'],
  [2, 'Arrived twenty minutes after the shift began, and the gate was not watched meanwhile.'],
  [4, 'Polite with our visitors.'],
];

/** The demo guard's ratings, one for each closed job: deterministic, so that the trend is always visible. */
export async function seedRatings(connection: Connection, jobs: readonly SeedJob[]): Promise<void> {
  for (const [at, number] of demoJobs.closed.entries()) {
    const [rating, description] = said[at] ?? [4, ''];
    await connection.query(
      `insert into ratings (id, guard_id, job_id, shift_id, rating, description, created_at)
       select md5('rating' || a.id)::uuid, a.guard_id, a.job_id, a.shift_id, $3, $4, a.ended_at + interval '1 hour'
       from assignments a where a.guard_id = $1 and a.job_id = $2 and a.state = 'ended'
       on conflict (guard_id, shift_id) do update set rating = excluded.rating, description = excluded.description`,
      [demo.id, jobs[number]?.job.id, rating, description],
    );
  }
}
