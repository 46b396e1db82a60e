import { makeChime } from './chime';
import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { seedId } from './random';
import { bytea, type Connection, insert } from './rows';
import type { Seeding } from './seeding';

const MINUTE = 60_000;
const SPOKEN_SECONDS = 3;

/** Minutes ago, the demo guard or a colleague by number, title and description. */
type Noted = [minutesAgo: number, by: 'me' | number, title: string, description: string];

/** The notes on the running job of the demo guard. */
const noted: readonly Noted[] = [
  [105, 'me', 'Handover', 'The site was handed over to me. Keys and radio were given, the side gate locks.'],
  [70, 'me', 'Patrol done', 'Patrol of the whole site. Doors, gates and lights were checked. Nothing unusual.'],
  [44, 0, 'Delivery', 'A van came to dock 2, papers in order. It left after ten minutes.'],
  [12, 'me', 'Door found open', 'The door of the boiler room was found open. I looked inside, closed and locked it.'],
];

/** The same name each time, in the form of every stored file. */
const recording = `${seedId('recording', 0).replaceAll('-', '')}.wav`;

/** An audio note: the recording is a chime. */
async function seedSpoken(connection: Connection, jobId: string, { now, putFile }: Pick<Seeding, 'now' | 'putFile'>): Promise<void> {
  const bytes = makeChime(SPOKEN_SECONDS);
  const { keyId, sealed } = await putFile(recording, bytes);
  const at = new Date(now.getTime() - 28 * MINUTE).toISOString();
  await insert(connection, 'media', [
    {
      ...{ filename: recording, owner_id: demo.id, content_type: 'audio/wav', bytes: bytes.length, created_at: at },
      ...{ key_id: keyId, key_sealed: bytea(sealed), is_sealed: true },
    },
  ]);
  await insert(connection, 'e_notes', [
    {
      id: seedId('enote', 'spoken'),
      job_id: jobId,
      guard_id: demo.id,
      type: 2,
      title: 'Door chime',
      description: 'How the chime of the front door sounds now. It was louder last week.',
      event_time: at.slice(11, 19),
      at,
      created_at: at,
      recording,
      seconds: SPOKEN_SECONDS,
      bytes: bytes.length,
    },
  ]);
}

/** Notes of the guard's running job, one of them spoken. */
export async function seedEnotes(
  connection: Connection,
  jobs: readonly SeedJob[],
  guards: readonly string[],
  seeding: Pick<Seeding, 'now' | 'putFile'>,
): Promise<void> {
  const { now } = seeding;
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
  await seedSpoken(connection, job.job.id, seeding);
  await connection.query(
    `update e_notes n set shift_id = a.shift_id from assignments a
     where a.guard_id = n.guard_id and a.job_id = n.job_id and a.state in ('running', 'on-break')`,
  );
}
