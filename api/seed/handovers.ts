import { makeChime } from './chime';
import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { seedId } from './random';
import { bytea, type Connection, insert } from './rows';
import type { Seeding } from './seeding';

const MINUTE = 60_000;
const SECONDS = 6;
const recording = `${seedId('handover recording', 0).replaceAll('-', '')}.wav`;

/** The note of a colleague at the site of the demo guard's running job, with a recording. The guard has not read it. */
export async function seedHandovers(
  connection: Connection,
  jobs: readonly SeedJob[],
  { now, putFile }: Pick<Seeding, 'now' | 'putFile'>,
): Promise<void> {
  const job = jobs[demoJobs.running];
  const { rows } = await connection.query(
    `select a.id, a.guard_id from assignments a where a.job_id = $1 and a.guard_id <> $2 order by a.guard_id limit 1`,
    [job?.job.id, demo.id],
  );
  const author = rows[0];
  if (!job || !author) return;
  const bytes = makeChime(SECONDS);
  const { keyId, sealed } = await putFile(recording, bytes);
  const at = new Date(now.getTime() - 20 * MINUTE).toISOString();
  await insert(connection, 'media', [
    {
      ...{ filename: recording, owner_id: author.guard_id, content_type: 'audio/wav', bytes: bytes.length, created_at: at },
      ...{ key_id: keyId, key_sealed: bytea(sealed), is_sealed: true },
    },
  ]);
  await insert(connection, 'handover_notes', [
    {
      id: seedId('handover', 0),
      assignment_id: author.id,
      guard_id: author.guard_id,
      location_id: job.location.id,
      version: 1,
      text: 'The lock of the side gate sticks: lift it and turn. A delivery for unit 4 comes after 6 p.m.\nListen to the alarm of the boiler room, so that you know it.',
      recording,
      seconds: SECONDS,
      at,
      received_at: at,
    },
  ]);
}
