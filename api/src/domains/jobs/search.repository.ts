import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { limits } from '@portal/contracts/_kernel/limits';
import { maxApplicants } from '@portal/contracts/applications/applications.rules';
import type { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { shiftHours, type When } from '@portal/contracts/jobs/jobs.rules';
import type { FoundJobs, Job, Place } from '@portal/contracts/jobs/jobs.shapes';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import {
  hasApplied,
  homePosition,
  jobColumns,
  joinConditions,
  offeredCommitment,
  ownShifts,
  statusSql,
  type Viewer,
  wordConditions,
} from './jobs.columns';

const a = typedTable('held_assignments', 'a');
const j = typedTable('jobs', 'j');
const s = typedTable('shifts', 's');

export type JobSearch = Input<typeof searchJobs>;
export interface Point {
  lat: number;
  long: number;
}

const KM_PER_DEGREE = 111.2;

/** A box around the circle first, which an index answers; then the exact distance. */
function within(point: Point, km: number): RawBuilder<unknown>[] {
  const height = km / KM_PER_DEGREE + 0.001;
  const width = height / Math.max(0.01, Math.cos((point.lat * Math.PI) / 180));
  return [
    sql`${j.lat} between ${point.lat - height}::float8 and ${point.lat + height}::float8`,
    sql`${j.long} between ${point.long - width}::float8 and ${point.long + width}::float8`,
    sql`distance_km(${point.lat}, ${point.long}, ${j.lat}, ${j.long}) <= ${km}`,
  ];
}

function startsIn(part: number): RawBuilder<unknown> {
  const { from, to } = shiftHours[part] ?? { from: 0, to: 24 };
  return from < to
    ? sql`${s.start_hour} >= ${from} and ${s.start_hour} < ${to}`
    : sql`(${s.start_hour} >= ${from} or ${s.start_hour} < ${to})`;
}

/** The date at the site, now. */
const today = ({ now }: Viewer) => sql`(${now}::timestamptz at time zone ${j.time_zone})::date`;

/** The bound of whole days lets the index of the starts answer. */
const startsWithin = ({ now }: Viewer, days: number) => sql`${s.starts_at} < ${now}::timestamptz + ${`${days} days`}::interval`;

function startsWhen(viewer: Viewer, when: When): RawBuilder<unknown>[] {
  if (when === 'tonight') {
    const { from, to } = shiftHours[3] ?? { from: 18, to: 5 };
    const isEvening = sql`(${s.shift_date} = ${today(viewer)} and (${s.start_hour} >= ${from} or ${s.start_hour} < ${to}))`;
    return [startsWithin(viewer, 3), sql`(${isEvening} or (${s.shift_date} = ${today(viewer)} + 1 and ${s.start_hour} < ${to}))`];
  }
  // A week of date_trunc begins on Monday.
  const monday = sql`date_trunc('week', ${today(viewer)}::timestamp)::date`;
  return [startsWithin(viewer, 8), sql`${s.shift_date} between ${monday} + 5 and ${monday} + 6`];
}

/** The parts of the work profile that "Fits me" compares with a job. */
export type FitProfile = Pick<Guard, 'workSpecialities' | 'isGoWith' | 'isTravelTo' | 'lat' | 'lng'>;
const PUBLIC_TRANSPORT = 2;
const OWN_VEHICLE = 1;

/**
 * Speciality, vehicle and distance. A part that the profile lacks, or that the search itself filters by, does not limit; every guard
 * who may search has a speciality.
 */
function fits(profile: FitProfile, { speciality, transportation, range }: JobSearch): RawBuilder<unknown>[] {
  const { workSpecialities, isGoWith, isTravelTo, lat, lng } = profile;
  const own = workSpecialities.map(({ id }) => id);
  const isChosen = (speciality ?? []).some((one) => one.toLowerCase() !== 'any');
  return [
    ...(!isChosen ? [sql`(${j.speciality_id} is null or ${j.speciality_id} = any (${own}::uuid[]))`] : []),
    ...(isGoWith === PUBLIC_TRANSPORT && !transportation ? [sql`${j.transportation} <> ${OWN_VEHICLE}`] : []),
    ...(isTravelTo && lat != null && lng != null && range === undefined ? within({ lat, long: lng }, isTravelTo) : []),
  ];
}

/** Only the few jobs that the guard has are shown with another status than approved, so they are looked up first. */
function shownAs(viewer: Viewer, wanted: number): RawBuilder<unknown> {
  const holds = sql`(select ${a.job_id} from ${a} where ${a.guard_id} = ${viewer.guardId})`;
  if (wanted === 1) return sql`${j.id} not in ${holds}`;
  return sql`(${j.id} in ${holds} and (select ${statusSql} from ${ownShifts(viewer)} held) = ${wanted})`;
}

/**
 * The planner cannot estimate how rare a text is, and would scan all shifts in order for a few hits: a text that few jobs have is
 * looked up first, and the search starts from those.
 */
async function byWords(text: string | undefined): Promise<RawBuilder<unknown>[]> {
  const wanted = wordConditions(text);
  if (wanted.length === 0) return [];
  const { rows } = await sql<{
    id: string;
  }>`select ${j.id} as id from ${j} where ${j.status} = 1 and ${joinConditions(wanted)} limit ${limits.exactTotal + 1}`.execute(db());
  return rows.length > limits.exactTotal ? wanted : [sql`${j.id} = any (${rows.map(({ id }) => id)}::uuid[])`];
}

function conditions(viewer: Viewer, search: JobSearch, position: Point | null): RawBuilder<unknown>[] {
  const { minRange, maxRange, range, speciality, rating, shifts, jobs, transportation, dressCode, when, dateFrom, dateTo } = search;
  const chosen = (speciality ?? []).filter((one) => one.toLowerCase() !== 'any');
  const available = sql`(${j.live_applications} < ${maxApplicants} and not ${hasApplied(viewer)})`;
  return [
    sql`${j.status} = 1`,
    ...(minRange === undefined ? [] : [sql`${j.hourly_rate} >= ${minRange}`]),
    ...(maxRange === undefined ? [] : [sql`${j.hourly_rate} <= ${maxRange}`]),
    ...(range === undefined || !position ? [] : within(position, range)),
    ...(chosen.length > 0 ? [sql`${j.speciality_id} = any (${chosen}::uuid[])`] : []),
    ...(rating ? [sql`${j.client_rating} >= ${rating}`] : []),
    ...(shifts ? [startsIn(shifts)] : []),
    ...(jobs ? [jobs === 1 ? available : hasApplied(viewer)] : []),
    ...(transportation ? [sql`${j.transportation} = ${transportation}`] : []),
    ...(dressCode ? [sql`${j.dress_code} = ${dressCode}`] : []),
    ...(when ? startsWhen(viewer, when) : []),
    ...(dateFrom ? [sql`${s.shift_date} >= ${dateFrom}::date`] : []),
    ...(dateTo ? [sql`${s.shift_date} <= ${dateTo}::date`] : []),
    ...(search.status === undefined ? [] : [shownAs(viewer, search.status)]),
  ];
}

/** Price first, then distance from the base, then time by either of its names (API-JOB-30); the id makes pages stable. */
function order({ price, distanceFromBase, sort, sortBy }: JobSearch): RawBuilder<unknown> {
  const byTime = sort ?? sortBy;
  return sql.join([
    ...(price ? [price === 'asc' ? sql`${j.hourly_rate}` : sql`${j.hourly_rate} desc`] : []),
    ...(distanceFromBase ? [sql`distance_km(me.lat, me.lng, ${j.lat}, ${j.long})`] : []),
    byTime === 'newest' ? sql`${j.created_at} desc` : byTime === 'desc' ? sql`${s.starts_at} desc` : sql`${s.starts_at}`,
    sql`${s.id}`,
  ]);
}

/** An approved job and its next shift to come, each job once. */
const open = ({ now }: Viewer) =>
  sql`${j} join ${s} on ${s.job_id} = ${j.id} and ${s.previous_start} <= ${now}::timestamptz and ${s.starts_at} > ${now}::timestamptz`;

interface Count {
  ids: string[];
  total: number;
  totalIsExact: boolean;
}

/** The ids of the found shifts, in no order; with one more than the limit the total is not exact. */
async function found(viewer: Viewer, where: RawBuilder<unknown>): Promise<Count> {
  const { rows } = await sql<{
    id: string;
  }>`select ${s.id} as id from ${open(viewer)} where ${where} limit ${limits.exactTotal + 1}`.execute(db());
  const ids = rows.map(({ id }) => id);
  return { ids, total: Math.min(ids.length, limits.exactTotal), totalIsExact: ids.length <= limits.exactTotal };
}

interface Found extends Count {
  where: RawBuilder<unknown>;
  fitsMe: NonNullable<FoundJobs['fitsMe']> | null;
}

/** The found jobs that fit the profile; all of them without a profile, or when none fits. Hidden jobs are counted like found ones. */
async function foundFor(viewer: Viewer, input: JobSearch, position: Point | null, profile: FitProfile | null): Promise<Found> {
  const where = joinConditions([...conditions(viewer, input, position), ...(await byWords(input.searchBy))]);
  if (!profile) return { ...(await found(viewer, where)), where, fitsMe: null };
  const wanted = fits(profile, input);
  if (wanted.length === 0) return { ...(await found(viewer, where)), where, fitsMe: { isOn: true, hidden: 0, hiddenIsExact: true } };
  const fitting = sql`${where} and ${joinConditions(wanted)}`;
  const count = await found(viewer, fitting);
  if (count.total === 0) {
    const every = await found(viewer, where);
    return { ...every, where, fitsMe: { isOn: every.total === 0, hidden: 0, hiddenIsExact: true } };
  }
  const hidden = await found(viewer, sql`${where} and not (${joinConditions(wanted)})`);
  return { ...count, where: fitting, fitsMe: { isOn: true, hidden: hidden.total, hiddenIsExact: hidden.totalIsExact } };
}

/** Approved jobs with a shift to come. Counts up to 1,000; beyond it the total is not exact. */
export async function search(viewer: Viewer, input: JobSearch, position: Point | null, profile: FitProfile | null): Promise<FoundJobs> {
  const { page = 1, limit = limits.pageSize } = input;
  const { ids, where, ...count } = await foundFor(viewer, input, position, profile);
  // If all matches were counted, only their ids are sorted, without a second search; else the index of the order finds the first ones.
  const wanted = count.totalIsExact ? sql`${s.id} = any (${ids}::uuid[])` : where;
  const sorted = order(input);
  const { rows } = await sql<Job>`
    with hits as (select ${j.id} as job, ${s.id} as shift from ${open(viewer)} cross join ${homePosition(viewer)} me where ${wanted} order by ${sorted} limit ${limit} offset ${(page - 1) * limit})
    select ${jobColumns(viewer, offeredCommitment(viewer))} from hits
    join ${j} on ${j.id} = hits.job join ${s} on ${s.id} = hits.shift cross join ${homePosition(viewer)} me cross join lateral ${ownShifts(viewer)} held
    order by ${sorted}`.execute(db());
  return { docs: rows, ...count };
}

/** The same jobs as places on a map, the soonest first, up to the limit of the count. */
export async function places(viewer: Viewer, input: JobSearch, position: Point | null, profile: FitProfile | null): Promise<Page<Place>> {
  const { ids, where, fitsMe: _fitsMe, ...count } = await foundFor(viewer, input, position, profile);
  const wanted = count.totalIsExact ? sql`${s.id} = any (${ids}::uuid[])` : where;
  const { rows } = await sql<Place>`
    select ${j.id} as "jobId", ${j.customer_id} as "userId", ${s.id} as "shiftId", ${j.title} as "jobTitle", ${j.hourly_rate}::text as "hourlyRate",
      ${offeredCommitment(viewer)} as commitment, ${j.place} as "locationName", ${j.lat} as lat, ${j.long} as long
    from ${open(viewer)} where ${wanted} order by ${s.starts_at}, ${s.id} limit ${limits.exactTotal}`.execute(db());
  return { docs: rows, ...count };
}
