import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { seedId } from './random';
import { type Connection, insert } from './rows';

const MINUTE = 60_000;

/** How many minutes ago, the demo guard or a colleague by number, title and description. */
type Noted = [minutesAgo: number, by: 'me' | number, title: string, description: string];

/** What was noted on the job that the demo guard works now. */
const noted: readonly Noted[] = [
  [105, 'me', 'Handover', 'The site was handed over to me. Keys and radio were given, the side gate locks.'],
  [70, 'me', 'Patrol done', 'Patrol of the whole site. Doors, gates and lights were checked. Nothing unusual.'],
  [44, 0, 'Delivery', 'A van came to dock 2, papers in order. It left after ten minutes.'],
  [12, 'me', 'Door found open', 'The door of the boiler room was found open. I looked inside, closed and locked it.'],
];

/** Notes of the guard's running job. */
export async function seedEnotes(connection: Connection, jobs: readonly SeedJob[], guards: readonly string[], now: Date): Promise<void> {
  const job = jobs[demoJobs.running];
  if (!job) return;
  const notes = noted.map(([minutesAgo, by, title, description], place) => {
    const at = new Date(now.getTime() - minutesAgo * MINUTE).toISOString();
    return {
      id: seedId('enote', place),
      job_id: job.job.id,
      guard_id: by === 'me' ? demo.id : guards[by],
      type: 1,
      title,
      description,
      event_time: at.slice(11, 19),
      at,
      created_at: at,
    };
  });
  await insert(connection, 'e_notes', notes);
  await connection.query(
    `update e_notes n set shift_id = a.shift_id from assignments a
     where a.guard_id = n.guard_id and a.job_id = n.job_id and a.state in ('running', 'on-break')`,
  );
}
