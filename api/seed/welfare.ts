import { demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { type Connection, insert } from './rows';

/** A welfare check at the site of the demo guard's next job. Not of the running one: without an answer it would escalate in every demonstration. */
export async function seedWelfare(connection: Connection, jobs: readonly SeedJob[], now: Date): Promise<void> {
  const location_id = jobs[demoJobs.tomorrow]?.location.id;
  if (location_id)
    await insert(connection, 'welfare_settings', [{ location_id, every_minutes: 30, grace_minutes: 5, set_at: now.toISOString() }]);
}
