import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { Job, JobDetail, Owner } from '@portal/contracts/jobs/jobs.shapes';
import type { waitingJobs as waitingEndpoint } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { phaseAt } from '../shift-state/shift-state.columns';
import { displayedShift, hasApplied, homePosition, jobColumns, ownShifts, type Viewer } from './jobs.columns';

const a = typedTable('applications', 'a');
const j = typedTable('jobs', 'j');
const o = typedTable('customers', 'o');
const l = typedTable('locations', 'l');
const s = typedTable('shifts', 's');
const r = typedTable('job_reports', 'r');
const h = typedTable('held_assignments', 'h');
const holding = { state: h.state, startsAt: s.starts_at, endsAt: s.ends_at, jobStatus: j.status };
const poster = sql<string>`coalesce(${o.business_name}, ${o.first_name} || ' ' || ${o.last_name})`;

/** A job as stored; `status` is one of 0, 1, 2, 3, 5. */
export interface StoredJob {
  id: string;
  title: string;
  status: number;
  isTest: boolean;
  /** The name of the customer who posted it. */
  poster: string;
}

export type SeenJob = Job & {
  user: Owner;
  applyGuardIds: string[];
  isHeld: boolean;
  posting: JobDetail['posting'];
  report: JobDetail['report'];
};

/** An approved job, or any job that the guard applied for or worked on; otherwise null. */
export async function seenJob(viewer: Viewer, jobId: string, shiftId: string | null): Promise<SeenJob | null> {
  const { rows } = await sql<SeenJob>`
    select ${jobColumns(viewer)}, held.first_start is not null as "isHeld",
      json_build_object('hasVacancy', ${j.has_vacancy}, 'usesAi', ${j.uses_ai}) as posting,
      (select json_build_object('outcome', ${r.outcome}, 'answer', ${r.answer}) from ${r}
        where ${r.guard_id} = ${viewer.guardId} and ${r.job_id} = ${j.id} order by ${r.created_at} desc limit 1) as report,
      json_build_object('id', ${o.id}, 'registerAs', ${o.register_as}, 'firstName', ${o.first_name}, 'lastName', ${o.last_name}, 'businessDetails',
        case when ${o.business_name} is null then '[]'::json else json_build_array(json_build_object('businessName', ${o.business_name})) end) as user,
      (select coalesce(json_agg(${a.guard_id}), '[]') from ${a} where ${a.job_id} = ${j.id} and ${a.guard_id} = ${viewer.guardId} and ${a.state} in ('applied', 'awarded')) as "applyGuardIds"
    from ${j} join ${o} on ${o.id} = ${j.customer_id} cross join ${homePosition(viewer)} me
      cross join lateral ${ownShifts(viewer)} held cross join lateral ${displayedShift(viewer, shiftId)} s
    where ${j.id} = ${jobId} and (${j.status} = 1 or held.first_start is not null or ${hasApplied(viewer)})`.execute(db());
  return rows[0] ?? null;
}

/** The job as it is stored; null when there is none. */
export async function storedJob(id: string): Promise<StoredJob | null> {
  const { rows } =
    await sql<StoredJob>`select ${j.id} as id, ${j.title} as title, ${j.status} as status, ${j.is_test} as "isTest", ${poster} as poster
    from ${j} join ${o} on ${o.id} = ${j.customer_id} where ${j.id} = ${id}`.execute(db());
  return rows[0] ?? null;
}

/** The jobs that await their approval, the oldest first. */
export async function waitingJobs(limit: number): Promise<Output<typeof waitingEndpoint>> {
  const { rows } = await sql<Output<typeof waitingEndpoint>[number]>`
    select ${j.id} as "jobId", ${j.title} as "jobTitle", ${poster} as poster, ${j.place} as "locationName", ${j.hourly_rate}::text as "hourlyRate",
      (select coalesce(json_agg(${s.shift_date} order by ${s.shift_date}), '[]') from ${s} where ${s.job_id} = ${j.id}) as dates, ${j.created_at} as "postedAt"
    from ${j} join ${o} on ${o.id} = ${j.customer_id} where ${j.status} = 0 order by ${j.created_at}, ${j.id} limit ${limit}`.execute(db());
  return rows;
}

export async function setStatus(id: string, status: number): Promise<void> {
  await sql`update jobs set status = ${status} where id = ${id}`.execute(db());
}

export async function setPostingFacts(id: string, { hasVacancy, usesAi }: { hasVacancy: boolean | null; usesAi: boolean | null }) {
  const { rows } = await sql<{ hasVacancy: boolean; usesAi: boolean }>`
    update jobs set has_vacancy = coalesce(${hasVacancy}, has_vacancy), uses_ai = coalesce(${usesAi}, uses_ai) where id = ${id}
    returning has_vacancy as "hasVacancy", uses_ai as "usesAi"`.execute(db());
  return rows[0];
}

export async function setSitePhone(id: string, phone: string | null): Promise<void> {
  await sql`update jobs set site_phone = ${phone} where id = ${id}`.execute(db());
}

/** How long a past job is Previous to its guards, before `closeOver` closes it. */
export const KEPT_OPEN_MS = 30 * 86_400_000;

/**
 * Closes approved jobs whose last shift ended before an instant and in which no shift is running, at most `most`. Rows that another process has
 * locked are left for the next run. @returns how many.
 */
export async function closeOver(before: string, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update jobs set status = 5 where id = any (array(
    select ${j.id} from ${j} where ${j.status} = 1
      and exists (select from ${s} where ${s.job_id} = ${j.id})
      and not exists (select from ${s} where ${s.job_id} = ${j.id} and ${s.ends_at} >= ${before})
      and not exists (select from ${h} join ${s} on ${s.id} = ${h.shift_id} where ${h.job_id} = ${j.id} and ${phaseAt(holding, before)} <> 'over')
    limit ${most} for no key update of j skip locked))`.execute(db());
  return Number(numAffectedRows);
}

/** All guards with a live application or a shift of the job. */
export async function guardsOn(id: string): Promise<string[]> {
  const holding = db().selectFrom('held_assignments').select('guard_id as guardId').where('job_id', '=', id);
  const found = await db()
    .selectFrom('applications')
    .select('guard_id as guardId')
    .where('job_id', '=', id)
    .where('state', 'in', ['applied', 'awarded'])
    .union(holding)
    .execute();
  return found.map(({ guardId }) => guardId);
}

export async function shiftIds(id: string): Promise<string[]> {
  const found = await db().selectFrom('shifts').select('id').where('job_id', '=', id).orderBy('starts_at').execute();
  return found.map((row) => row.id);
}

export async function deleteJob(id: string): Promise<void> {
  await sql`with gone as (delete from jobs where id = ${id} returning location_id)
    delete from ${l} using gone where ${l.id} = gone.location_id and not exists (select 1 from ${j} where ${j.location_id} = ${l.id} and ${j.id} <> ${id})`.execute(
    db(),
  );
}

export interface NewJob {
  title: string;
  description: string;
  jobType: number;
  hourlyRate: number;
  dressCode: number;
  transportation: number;
  speciality: string | null;
  city: { name: string; lat: number; long: number; streets: readonly string[] };
  /** A job at the same site; then `city` does not count. */
  siteOf: string | null;
  sitePhone: string | null;
  hasVacancy: boolean;
  usesAi: boolean;
  isTest: boolean;
  status: number;
  now: string;
}

/** Staff post for the first customer, which is created in a database without any. */
async function customer(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with first as (select id from customers order by created_at, id limit 1),
    made as (insert into customers (register_as, first_name, last_name, business_name)
      select 'Business', 'Front', 'Desk', 'Portal Client' where not exists (select 1 from first) returning id)
    select id from first union all select id from made`.execute(db());
  return rows[0]?.id ?? '';
}

/** `speciality` by id or name; null takes the first. Undefined for an unknown one. */
export async function findSpeciality(speciality: string | null): Promise<string | null | undefined> {
  const { rows } = await sql<{ id: string }>`select id from specialities
    where ${speciality}::text is null or id::text = ${speciality} or lower(name) = lower(${speciality}) order by name limit 1`.execute(
    db(),
  );
  return rows[0]?.id ?? (speciality === null ? null : undefined);
}

/** Stores a job at the centre of its city; the shifts domain adds its shifts. */
export async function insertJob(job: NewJob): Promise<string> {
  const place = `${job.city.streets[0]}, ${job.city.name}`;
  const spot = job.siteOf
    ? sql`select ${l.id} as id, ${l.location_name} as place, ${l.lat} as lat, ${l.long} as long from ${j} join ${l} on ${l.id} = ${j.location_id} where ${j.id} = ${job.siteOf}`
    : sql`insert into locations (location_name, city, lat, long) values (${place}, ${job.city.name}, ${job.city.lat}, ${job.city.long}) returning id, location_name as place, lat, long`;
  const { rows } = await sql<{ id: string }>`
    with spot as (${spot})
    insert into jobs (customer_id, location_id, speciality_id, title, description, job_type, status, hourly_rate, dress_code, transportation, place, lat, long, site_phone, has_vacancy, uses_ai, is_test, created_at)
    select ${await customer()}, spot.id, ${job.speciality}, ${job.title}, ${job.description}, ${job.jobType}, ${job.status}, ${job.hourlyRate}, ${job.dressCode}, ${job.transportation},
      spot.place, spot.lat, spot.long, ${job.sitePhone}, ${job.hasVacancy}, ${job.usesAi}, ${job.isTest}, ${job.now} from spot returning id`.execute(
    db(),
  );
  return rows[0]?.id ?? '';
}
