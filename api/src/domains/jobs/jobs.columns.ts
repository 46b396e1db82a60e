import { type RawBuilder, sql } from 'kysely';
import { containsWords } from '../../platform/database/contains';
import { typedTable } from '../../platform/database/typed-table';
import { commitmentOf, isOnLeave } from '../shift-state/commitment.columns';
import { isRunning, phaseAt } from '../shift-state/shift-state.columns';

const a = typedTable('applications', 'a');
const ha = typedTable('held_assignments', 'ha');
const hs = typedTable('shifts', 'hs');
const ss = typedTable('shifts', 'ss');
const c = typedTable('shifts', 'c');
const sp = typedTable('specialities', 'sp');
const j = typedTable('jobs', 'j');
const s = typedTable('shifts', 's');
const g = typedTable('guards', 'g');

/** The guard and the instant of a query. Times come from the API's clock and never from the database's. */
export interface Viewer {
  guardId: string;
  /** ISO instant. */
  now: string;
}

const at = (now: string) => sql`${now}::timestamptz`;

/** True for a live application of the guard to the job `j`. */
export const hasApplied = ({ guardId }: Viewer) =>
  sql<boolean>`exists (select 1 from ${a} where ${a.job_id} = ${j.id} and ${a.guard_id} = ${guardId} and ${a.state} in ('applied', 'awarded'))`;

const ownPhase = (now: string) => phaseAt({ state: ha.state, startsAt: hs.starts_at, endsAt: hs.ends_at, jobStatus: j.status }, now);

/** The guard's own shifts of the job `j`, as one row: their first start and last end (null without any), and their phases. */
export const ownShifts = ({ guardId, now }: Viewer) =>
  sql`(select min(own.begins) as first_start, max(own.finishes) as last_end, bool_or(own.runs) as runs,
    bool_or(own.phase = 'upcoming') as is_upcoming, bool_or(own.phase = 'ongoing') as is_ongoing, bool_or(own.phase = 'over') as is_over
    from (select ${hs.starts_at} as begins, ${hs.ends_at} as finishes, ${isRunning(ha.state)} as runs, ${ownPhase(now)} as phase
      from ${ha} join ${hs} on ${hs.id} = ${ha.shift_id} where ${ha.job_id} = ${j.id} and ${ha.guard_id} = ${guardId}) own)`;

/** The shift that represents the job `j`: the guard's own that is ongoing, the next to come without approved leave, else the last one. */
export function displayedShift(viewer: Viewer, preferred: string | null = null): RawBuilder<unknown> {
  const { guardId, now } = viewer;
  const isToCome = sql`(${ss.starts_at} > ${at(now)} and not ${isOnLeave(guardId, ss)})`;
  return sql`(select ss.* from ${ss} left join lateral (select ${ownPhase(now)} as phase from ${ha} join ${hs} on ${hs.id} = ${ha.shift_id}
      where ${ha.shift_id} = ${ss.id} and ${ha.guard_id} = ${guardId}) own on true where ${ss.job_id} = ${j.id}
    order by (own.phase = 'ongoing') desc nulls last, ${isToCome} desc, (${ss.id}::text = ${preferred}) desc nulls last,
      case when ${isToCome} then ${ss.starts_at} end, ${ss.starts_at} desc limit 1)`;
}

/** `jobStatusFor` of the contracts in SQL. Needs `held`. */
export const statusSql = sql<number>`case when held.runs then 4 when ${j.status} <> 1 or held.first_start is null then ${j.status}
    when held.is_ongoing or (held.is_upcoming and held.is_over) then 4 when held.is_upcoming then 6 else 7 end`;

/** The dates, hours and pay of the job `j` as it is offered to every guard. */
export const offeredCommitment = ({ now }: Pick<Viewer, 'now'>) => commitmentOf(j, at(now));

/** The same without the shifts for which the guard has approved leave. */
const own = ({ guardId, now }: Viewer) => commitmentOf(j, at(now), guardId);

/** A job with the fields of `jobShape`, from `j`, its shift `s`, `held` and `me` (the guard's base). */
export const jobColumns = (viewer: Viewer, commitment = own(viewer)): RawBuilder<unknown> => sql`
  ${j.id} as "jobId", ${j.customer_id} as "userId", ${s.id} as "shiftId", ${j.title} as "jobTitle", ${j.description} as description,
  ${s.shift_date} as "jobDate", ${s.starts_at} as "startTime", ${s.ends_at} as "endTime", ${j.time_zone} as "timeZone", ${j.job_type} as "jobType",
  case when ${j.job_type} = 3 then (select json_agg(${c.shift_date} order by ${c.shift_date}) from ${c} where ${c.job_id} = ${j.id}) else '[]' end as "customDates",
  ${statusSql} as "jobStatus", ${j.hourly_rate}::text as "hourlyRate", trim_scale(shift_hours(${s.starts_at}, ${s.ends_at}))::text as "shiftHrs",
  ${j.dress_code} as "dressCode", ${j.transportation} as transportation, ${j.client_rating}::float8 as "clientRating",
  (select json_build_object('id', ${sp.id}, 'name', ${sp.name}) from ${sp} where ${sp.id} = ${j.speciality_id}) as speciality,
  json_build_object('id', ${j.location_id}, 'locationName', ${j.place}, 'lat', ${j.lat}, 'long', ${j.long},
    'location', json_build_object('type', 'Point', 'coordinates', json_build_array(${j.long}, ${j.lat}))) as "locationId",
  round(distance_km(me.lat, me.lng, ${j.lat}, ${j.long})::numeric, 1)::float8 as "distanceFromBase",
  ${hasApplied(viewer)} as "isAppliedStatus", ${j.live_applications} as "appliedCount", ${j.created_at} as "postedAt",
  ${commitment} as commitment`;

/** One row: the address of the guard's work profile, from which distances are counted. */
export const homePosition = ({ guardId }: Viewer) => sql`(select ${g.lat}, ${g.lng} from ${g} where ${g.id} = ${guardId})`;

/** Every word must occur in the job's title, description or place. */
export function wordConditions(text: string | undefined): RawBuilder<unknown>[] {
  return (text ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => containsWords(j.search_text, word));
}

export const joinConditions = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);
