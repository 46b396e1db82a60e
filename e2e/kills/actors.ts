import { randomBytes, randomUUID } from 'node:crypto';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { makeGuard } from '@portal/contracts/guards/guards.staff';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import type pg from 'pg';
import { sha256 } from '../../api/src/platform/identity/secrets';
import type { Caller } from '../support/caller';

const PER_JOB = 5;
/** Hours since the start of the shift, and until its end. */
const HOURS = 5;
/** Chat messages per person. */
export const LINES = 3;

/** A guard with a token, a shift under way, and a job to apply for. */
export interface Person {
  id: string;
  token: string;
  /** Initial values; acts change both. */
  email: string;
  password: string;
  /** Client address of their calls, so that limits per address do not add up. */
  address: string;
  /** The mobile number for a registration in their name, and the token of that account once it exists. */
  mobileNumber: string;
  visitorToken: string;
  /** Another guard, for the deletion of an account; set by `furnish`. */
  other: Pick<SessionGuard, 'id' | 'token' | 'password'>;
  /** Sessions on other devices, set by `furnish`: one is ended by its id, one logs itself out. */
  spareSessionId: string;
  leavingToken: string;
  /** Documents to delete, once their ids were read. */
  documentIds: Promise<string[]> | null;
  /** Resolves when their welfare check waits for an answer, with their mobile number for the reply; null before. */
  askedBySms: Promise<string> | null;
  /** The document that is replaced. */
  replacedId: Promise<string> | null;
  jobId: string;
  shiftId: string;
  assignmentId: string;
  openJobId: string;
  openShiftId: string;
  /** The chat of the shift's job, and the device's ids of their messages. */
  roomId: string;
  clientIds: string[];
}

/** Creates guards: calls, and direct queries. */
export interface GuardMaker extends Pick<Caller, 'get'> {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** A guard with a session. */
export interface SessionGuard {
  id: string;
  token: string;
  email: string;
  password: string;
}

let made = 0;

async function copies(server: GuardMaker, table: string, own: readonly string[]): Promise<string> {
  const rows = await server.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER' and column_name <> all($2)`,
    [table, own],
  );
  return rows[0]?.columns ?? '';
}

/**
 * Approved guards with a session, copied from one that the API created: thirty rounds need more guards than the API can hash passwords for in a
 * minute.
 */
export async function makeGuards(server: GuardMaker, count: number): Promise<SessionGuard[]> {
  const { id: model, password } = await server.get(makeGuard, {} as Input<typeof makeGuard>);
  await server.query(
    `update guards set bank_account_number = '•••4567', acc_holder_name = 'Kill Test', security_registration_expiry_date = '2040-01-31' where id = $1`,
    [model],
  );
  const guards = await copies(server, 'guards', ['id', 'email']);
  // An encrypted number cannot be decrypted for another guard, so the copies have none.
  const documents = await copies(server, 'identity_documents', ['id', 'guard_id', 'number_key_id', 'number_sealed']);
  const guarded: SessionGuard[] = [];
  for (let one = 0; one < count; one++) {
    const email = `kill.${randomBytes(8).toString('hex')}@example.com`;
    const [guard] = await server.query<{ id: string }>(
      `insert into guards (email, ${guards}) select $1, ${guards} from guards where id = $2 returning id`,
      [email, model],
    );
    const id = guard?.id ?? '';
    await server.query(
      `insert into identity_documents (guard_id, ${documents}) select $1, ${documents} from identity_documents where guard_id = $2`,
      [id, model],
    );
    await server.query('insert into guard_specialities select $1, speciality_id from guard_specialities where guard_id = $2', [id, model]);
    const { token } = await openSession(server, id, null);
    guarded.push({ id, email, password, token });
  }
  return guarded;
}

/** Inserts a session directly, because a login hashes the password. */
async function openSession(server: GuardMaker, guardId: string, device: string | null): Promise<{ sessionId: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const [session] = await server.query<{ id: string }>(
    `insert into sessions (guard_id, token_hash, device, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '1 day') returning id`,
    [guardId, sha256(token), device],
  );
  return { sessionId: session?.id ?? '', token };
}

/** Adds the data for acts on accounts: a guard who leaves, other devices, a provider, dead messages. */
export async function addAccountData(server: GuardMaker, people: readonly Person[]): Promise<void> {
  const others = await makeGuards(server, people.length);
  for (const [at, person] of people.entries()) {
    const { id } = person;
    person.other = others[at] ?? person;
    person.spareSessionId = (await openSession(server, id, 'Spare')).sessionId;
    person.leavingToken = (await openSession(server, id, 'Leaving')).token;
    await openSession(server, id, 'Other');
    await server.query(`update guards set social_gmail_id = 'provided ' || $1::text where id = $1::uuid`, [id]);
    await server.query(
      `insert into outgoing_messages (channel, recipient, subject, body, state, created_at, settled_at)
       values ('mail', 'given.up.' || $1 || '@example.com', 'News', 'News', 'dead', now(), now()), ('sms', '6475550100', '', 'News', 'dead', now(), now())`,
      [id],
    );
  }
}

async function post(server: GuardMaker, jobTitle: string): Promise<{ jobId: string; shiftId: string }> {
  const { jobId, shiftIds } = await server.get(postJob, { jobTitle, hourlyRate: 25 } as Input<typeof postJob>);
  return { jobId, shiftId: shiftIds[0] ?? '' };
}

const applying = (id: string, { jobId, shiftId }: { jobId: string; shiftId: string }): Input<typeof applyForJob> => ({
  userId: id,
  jobId,
  shiftId,
  isApply: 1,
});

/** Creates guards, five to a job: each was awarded a shift that is under way, and may apply for another. */
export async function makePeople(server: GuardMaker, count: number): Promise<Person[]> {
  const guards = await makeGuards(server, count);
  const people: Person[] = [];
  for (let first = 0; first < count; first += PER_JOB) {
    const [mine, open] = [await post(server, 'Killed in the middle'), await post(server, 'To apply for')];
    for (const guard of guards.slice(first, first + PER_JOB)) {
      const { id, token } = guard;
      await server.get(applyForJob, applying(id, mine), { token });
      await server.get(award, { jobId: mine.jobId, guard: id });
      const [assignment] = await server.query<{ id: string }>('select id from assignments where guard_id = $1 and shift_id = $2', [
        id,
        mine.shiftId,
      ]);
      const [room] = await server.query<{ id: string }>('select id from chat_rooms where job_id = $1', [mine.jobId]);
      const number = made++;
      people.push({
        ...{ ...guard, address: `10.9.${number >> 8}.${number & 255}`, mobileNumber: `905${2_000_000 + number}`, visitorToken: '' },
        ...{ other: guard, spareSessionId: '', leavingToken: '', documentIds: null, replacedId: null, askedBySms: null },
        ...{ ...mine, assignmentId: assignment?.id ?? '', openJobId: open.jobId, openShiftId: open.shiftId },
        ...{ roomId: room?.id ?? '', clientIds: Array.from({ length: LINES }, () => randomUUID()) },
      });
    }
    const site = `now() at time zone 'America/Toronto'`;
    await server.query(
      `update shifts set shift_date = (${site} - interval '${HOURS} hours')::date, start_time = (${site} - interval '${HOURS} hours')::time(0),
         end_time = (${site} + interval '${HOURS} hours')::time(0) where id = $1`,
      [mine.shiftId],
    );
  }
  return people;
}
