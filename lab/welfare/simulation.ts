import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { makeGuard } from '@portal/contracts/guards/guards.staff';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { startJob } from '@portal/contracts/shifts/shifts.endpoints';
import { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import { type Random, random } from '../../api/seed/random';
import { sha256 } from '../../api/src/platform/identity/secrets';
import type { Processes } from './processes';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const EVERY_MINUTES = 15;
/** The shortest grace period, so that the run is short. A guard has it twice. */
const GRACE_MINUTES = 1;
/** A start is reported this long before its first ask. */
const AHEAD_MS = 45 * SECOND;
/** The first asks are spread over this time, in addition to the time of the starts. */
const SPREAD_MS = 2 * MINUTE;
/** A guard answers at a random moment of this part of the time until the escalation. */
const ANSWERED_PART = 0.9;
/** A phone without a reply tries again after this time. */
const AGAIN_MS = SECOND;
const CALLERS = 16;
const PER_JOB = 50;
export const LATEST_MS = 30 * SECOND;

interface Phone {
  guardId: string;
  token: string;
  jobId: string;
  shiftId: string;
  assignmentId: string;
  isSilent: boolean;
  /** Instants in ms. */
  dueAt: number;
  answersAt: number;
}

export interface Options {
  phones: number;
  silent: number;
  kills: number;
  seed: number;
  say(line: string): void;
}

export interface Simulated {
  escalated: number;
  /** The largest lateness of an escalation in ms. */
  latest: number;
  /** Escalations of guards who had answered on the phone before the deadline. */
  falseAlarms: number;
  problems: string[];
}

const deadlineOf = ({ dueAt }: Phone) => dueAt + 2 * GRACE_MINUTES * MINUTE;
const iso = (ms: number) => new Date(ms).toISOString();

async function columnsOf({ query }: Processes, table: string, own: readonly string[]): Promise<string> {
  const [found] = await query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER' and column_name <> all($2)`,
    [table, own],
  );
  return found?.columns ?? '';
}

/** Approved guards with a session, copied from one that the API made. */
async function makeGuards(processes: Processes, count: number): Promise<{ id: string; token: string }[]> {
  const { query } = processes;
  const { id: model } = await processes.get(makeGuard, {} as Input<typeof makeGuard>);
  const columns = await columnsOf(processes, 'guards', ['id', 'email']);
  const made = await query<{ id: string }>(
    `insert into guards (email, ${columns}) select 'welfare.' || n || '@example.com', ${columns} from guards, generate_series(1, $2::int) n
     where id = $1 returning id`,
    [model, count],
  );
  const ids = made.map(({ id }) => id);
  const documents = await columnsOf(processes, 'identity_documents', ['id', 'guard_id', 'number_key_id', 'number_sealed']);
  await query(
    `insert into identity_documents (guard_id, ${documents}) select g, ${documents} from identity_documents, unnest($2::uuid[]) g where guard_id = $1`,
    [model, ids],
  );
  await query('insert into guard_specialities select g, speciality_id from guard_specialities, unnest($2::uuid[]) g where guard_id = $1', [
    model,
    ids,
  ]);
  const guards = ids.map((id) => ({ id, token: randomBytes(32).toString('base64url') }));
  await query(
    `insert into sessions (guard_id, token_hash, created_at, last_seen_at, expires_at)
     select g, h, now(), now(), now() + interval '1 day' from unnest($1::uuid[], $2::bytea[]) as s (g, h)`,
    [ids, guards.map(({ token }) => sha256(token))],
  );
  return guards;
}

/** Guards with a shift that began five hours ago, at one site with welfare checks. */
export async function makePhones(
  processes: Processes,
  { phones: count, silent, seed }: Pick<Options, 'phones' | 'silent' | 'seed'>,
): Promise<Phone[]> {
  const { query, get } = processes;
  const { between } = random(seed);
  const guards = await makeGuards(processes, count);
  const silentOnes = new Set<number>();
  while (silentOnes.size < silent) silentOnes.add(between(0, count - 1));
  const phones: Phone[] = [];
  let site = '';
  for (let first = 0; first < count; first += PER_JOB) {
    const { jobId, shiftIds } = await get(postJob, { jobTitle: 'Silent watch', ...(site && { siteOf: site }) } as Input<typeof postJob>);
    site ||= jobId;
    const shiftId = shiftIds[0] ?? '';
    await query(
      `update shifts set shift_date = (now() at time zone 'America/Toronto' - interval '5 hours')::date,
         start_time = (now() at time zone 'America/Toronto' - interval '5 hours')::time(0),
         end_time = (now() at time zone 'America/Toronto' + interval '5 hours')::time(0) where id = $1`,
      [shiftId],
    );
    const own = guards.slice(first, first + PER_JOB);
    const assigned = await query<{ id: string; guardId: string }>(
      `insert into assignments (guard_id, job_id, shift_id, created_at) select g, $2, $3, now() from unnest($1::uuid[]) g
       returning id, guard_id as "guardId"`,
      [own.map(({ id }) => id), jobId, shiftId],
    );
    const idOf = new Map(assigned.map(({ id, guardId }) => [guardId, id]));
    for (const [place, { id, token }] of own.entries())
      phones.push({
        ...{ guardId: id, token, jobId, shiftId, assignmentId: idOf.get(id) ?? '', isSilent: silentOnes.has(first + place) },
        ...{ dueAt: 0, answersAt: 0 },
      });
  }
  const setting = { jobId: site, everyMinutes: EVERY_MINUTES, graceMinutes: GRACE_MINUTES };
  await get(setWelfareCheck, setting as Input<typeof setWelfareCheck>);
  return phones;
}

/** Sends a call as a phone does: under one key, until the API has answered. */
export async function untilAnswered<Answer extends { code: number }>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const reply = await send().catch(() => null);
    if (reply && reply.code < 500 && reply.code !== 429) return reply;
    await pause(AGAIN_MS);
  }
}

/** The shift starts so long ago that its first ask comes soon. Then the guard answers at a random moment, unless the phone is silent. */
async function startShift({ call }: Processes, phone: Phone, { between }: Random, problems: string[]): Promise<void> {
  const { jobId, shiftId, token } = phone;
  phone.dueAt = Date.now() + AHEAD_MS + between(0, SPREAD_MS);
  phone.answersAt = phone.dueAt + between(0, ANSWERED_PART * 2 * GRACE_MINUTES * MINUTE);
  const input = { jobId, shiftId, at: iso(phone.dueAt - EVERY_MINUTES * MINUTE) } as Input<typeof startJob>;
  const { code, message } = await untilAnswered(() => call(startJob, input, { token, key: `start:${phone.assignmentId}` }));
  if (code !== 200) problems.push(`A start was refused: ${code} ${message}`);
}

async function answerOnce({ call }: Processes, phone: Phone, problems: string[]): Promise<void> {
  await pause(Math.max(0, phone.answersAt - Date.now()));
  const { jobId, shiftId, token } = phone;
  const input = { jobId, shiftId, at: iso(phone.answersAt), battery: 41 } as Input<typeof answerWelfareCheck>;
  const { code, message } = await untilAnswered(() => call(answerWelfareCheck, input, { token, key: `answer:${phone.assignmentId}` }));
  if (code !== 200) problems.push(`An answer was refused: ${code} ${message}`);
}

/** Kills API and worker in turn, at random moments, until `until()`. @returns the number of kills. */
async function killInTurn(processes: Processes, { kills, say }: Options, { between }: Random, until: () => number): Promise<number> {
  let killed = 0;
  for (; killed < kills; killed++) {
    const left = until() - Date.now();
    await pause(Math.max(0, (left / (kills - killed)) * (between(50, 100) / 100)));
    const name = killed % 2 === 0 ? 'worker' : 'api';
    say(`the ${name} was killed and ready again after ${((await processes[name].kill()) / SECOND).toFixed(1)} s`);
  }
  return killed;
}

interface Escalation {
  assignmentId: string;
  at: Date;
}

async function judge({ query }: Processes, phones: readonly Phone[], problems: string[]): Promise<Simulated> {
  const rows = await query<Escalation>(
    `select assignment_id as "assignmentId", raised_at as at from sos_alerts where reason = 'no-answer'`,
  );
  const times = new Map<string, number[]>();
  for (const { assignmentId, at } of rows) times.set(assignmentId, [...(times.get(assignmentId) ?? []), at.getTime()]);
  const found = { escalated: 0, latest: 0, falseAlarms: 0, problems };
  for (const phone of phones) {
    const escalations = times.get(phone.assignmentId) ?? [];
    if (escalations.length > 1) problems.push(`${escalations.length} escalations of one ask`);
    if (!phone.isSilent) found.falseAlarms += escalations.length;
    else if (escalations[0] === undefined) problems.push('A silent phone was not escalated');
    else {
      found.escalated++;
      found.latest = Math.max(found.latest, escalations[0] - deadlineOf(phone));
    }
  }
  const [asks] = await query<{ twice: number }>(
    `select count(*)::int as twice from (select guard_id from notifications where title = 'Welfare check' group by guard_id having count(*) > 1) n`,
  );
  if (asks && asks.twice > 0) problems.push(`${asks.twice} guards were asked twice for one check`);
  const [unanswered] = await query<{ count: number }>(
    `select count(*)::int as count from welfare_checks where state <> 'waiting' and assignment_id = any($1::uuid[])`,
    [phones.filter(({ isSilent }) => !isSilent).map(({ assignmentId }) => assignmentId)],
  );
  if (unanswered && unanswered.count > 0) problems.push(`${unanswered.count} answers were lost`);
  return found;
}

/** Runs a shift of each phone up to the first check and its consequences. */
export async function simulate(processes: Processes, options: Options): Promise<Simulated> {
  const { say, seed } = options;
  const next = random(seed + 1);
  const problems: string[] = [];
  const phones = await makePhones(processes, options);
  say(`${phones.length} guards have a shift at one site`);
  const answers: Promise<void>[] = [];
  const left = [...phones];
  const startAll = async () => {
    for (let phone = left.pop(); phone; phone = left.pop()) {
      await startShift(processes, phone, next, problems);
      if (!phone.isSilent) answers.push(answerOnce(processes, phone, problems));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, startAll));
  say('every shift has started');
  const lastAnswer = Math.max(...phones.map(({ answersAt }) => answersAt));
  const killing = killInTurn(processes, options, next, () => lastAnswer);
  await Promise.all(answers);
  const killed = await killing;
  await pause(Math.max(0, Math.max(...phones.map(deadlineOf)) + LATEST_MS + 5 * SECOND - Date.now()));
  say(`${killed} kills`);
  return judge(processes, phones, problems);
}
