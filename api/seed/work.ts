import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { type Random, seedId } from './random';
import { type Connection, insert } from './rows';

const DAY = 86_400_000;

interface Pair {
  guard: string;
  job: SeedJob;
  state: 'applied' | 'awarded';
}

/** Guards who work with the demo guard. */
const colleagues = [
  { job: demoJobs.running, guard: 0 },
  { job: demoJobs.tomorrow, guard: 1 },
];

/** Applications and awards. Ten of the coming jobs are full. */
function pairs(random: Random, jobs: readonly SeedJob[], guards: readonly string[]): Pair[] {
  const own = (index: number): SeedJob => jobs[index] as SeedJob;
  const awarded = [
    demoJobs.tomorrow,
    demoJobs.nextWeek,
    demoJobs.running,
    demoJobs.over,
    demoJobs.steady,
    ...demoJobs.closed,
    demoJobs.cancelled,
  ].map(own);
  const applied = demoJobs.applied.map(own);
  const demos: Pair[] = [
    ...awarded.map((job) => ({ guard: demo.id, job, state: 'awarded' as const })),
    ...applied.map((job) => ({ guard: demo.id, job, state: 'applied' as const })),
    ...colleagues.map(({ job, guard }) => ({ guard: guards[guard] ?? '', job: own(job), state: 'awarded' as const })),
  ];
  const others = jobs
    .filter((job) => !awarded.includes(job) && !applied.includes(job))
    .flatMap((job, index): Pair[] => {
      if (job.lot === 'waiting' || job.lot === 'rejected') return [];
      const count = job.lot === 'coming' ? (index % 17 === 0 ? 5 : random.between(0, 3)) : random.between(1, 2);
      const winner = job.lot !== 'coming' || random.chance(0.3);
      return random.some(guards, count).map((guard, place) => ({ guard, job, state: winner && place === 0 ? 'awarded' : 'applied' }));
    });
  return [...demos, ...others];
}

type Span = [begin: number, end: number];

/** The periods of the job's shifts, by the clocks of the sites. */
function spansOf({ shifts }: SeedJob): Span[] {
  return shifts.map(({ shift_date, start_time, end_time }) => {
    const [begin, end] = [start_time, end_time].map((time) => Date.parse(`${shift_date}T${time}Z`)) as Span;
    return [begin, end > begin ? end : end + DAY];
  });
}

/** A guard works in one place at a time: an award that overlaps another one of theirs becomes an application. */
function inOnePlace(all: readonly Pair[]): Pair[] {
  const taken = new Map<string, Span[]>();
  return all.map((pair) => {
    if (pair.state !== 'awarded') return pair;
    const busy = taken.get(pair.guard) ?? [];
    const spans = spansOf(pair.job);
    if (spans.some(([begin, end]) => busy.some((other) => begin < other[1] && other[0] < end))) return { ...pair, state: 'applied' };
    taken.set(pair.guard, [...busy, ...spans]);
    return pair;
  });
}

/** Applications, assignments with their outcomes, credits and ratings. */
export async function seedWork(
  connection: Connection,
  random: Random,
  jobs: readonly SeedJob[],
  guards: readonly string[],
  now: Date,
): Promise<void> {
  const created_at = new Date(now.getTime() - 3 * 86_400_000).toISOString();
  const all = inOnePlace(pairs(random, jobs, guards));
  await insert(
    connection,
    'applications',
    all.map(({ guard, job, state }) => ({
      id: seedId('application', guard + job.job.id),
      job_id: job.job.id,
      guard_id: guard,
      shift_id: job.shifts[0]?.id,
      state,
      created_at,
    })),
  );
  await insert(
    connection,
    'assignments',
    all
      .filter(({ state }) => state === 'awarded')
      .flatMap(({ guard, job }) =>
        job.shifts.map((shift) => ({
          id: seedId('assignment', guard + shift.id),
          guard_id: guard,
          job_id: job.job.id,
          shift_id: shift.id,
          state: 'awarded',
          created_at,
        })),
      ),
  );
  await work(connection, now.toISOString());
}

/** Sets the assignments by the clock: past ones ended (a few were missed), present ones run; ended ones are paid, most are rated. */
async function work(connection: Connection, now: string): Promise<void> {
  await connection.query(
    `update assignments a set
       state = case when s.ends_at > $1 then 'running' when a.guard_id <> $2 and hashtext(a.id::text) % 23 = 0 then 'missed' else 'ended' end,
       started_at = case when s.ends_at > $1 or a.guard_id = $2 or hashtext(a.id::text) % 23 <> 0 then s.starts_at + interval '1 minute' * (abs(hashtext(a.id::text)) % 6 - 3) end,
       ended_at = case when s.ends_at <= $1 and (a.guard_id = $2 or hashtext(a.id::text) % 23 <> 0) then s.ends_at end
     from shifts s where s.id = a.shift_id and s.starts_at <= $1`,
    [now, demo.id],
  );
  await connection.query(
    `insert into transactions (id, guard_id, job_id, assignment_id, kind, amount, created_at)
     select md5('credit' || a.id)::uuid, a.guard_id, a.job_id, a.id, 'credit', shift_pay(j.hourly_rate, s.starts_at, s.ends_at, a.started_at, a.ended_at), a.ended_at
     from assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id where a.state = 'ended'`,
  );
  await connection.query(
    `insert into ratings (id, guard_id, job_id, shift_id, rating, description, created_at)
     select md5('rating' || a.id)::uuid, a.guard_id, a.job_id, a.shift_id, (6 + abs(hashtext(a.id::text)) % 5) / 2.0,
       (array['Punctual and friendly.', 'Calm when it counted.', 'Good reports, thank you.', 'We would book this guard again.'])[1 + abs(hashtext(a.id::text)) % 4],
       a.ended_at + interval '1 hour'
     from assignments a where a.state = 'ended' and hashtext(a.shift_id::text) % 3 <> 0`,
  );
}
