import { limits } from '@portal/contracts/_kernel/limits';
import { maxApplicants } from '@portal/contracts/applications/applications.rules';
import { type CoverFit, coverFits } from '@portal/contracts/covers/covers.rules';
import { restHours } from '@portal/contracts/jobs/jobs.fit';
import { type RawBuilder, sql } from 'kysely';
import { typedTable } from '../../platform/database/typed-table';

const c = typedTable('cover_offers', 'c');
const g = typedTable('guards', 'g');
const s = typedTable('shifts', 's');
const j = typedTable('jobs', 'j');
const h = typedTable('held_assignments', 'h');
const hs = typedTable('shifts', 'hs');
const hj = typedTable('jobs', 'hj');
const l = typedTable('leaves', 'l');
const w = typedTable('guard_specialities', 'w');
const a = typedTable('applications', 'a');

const OWN_VEHICLE = 1;
const APPROVED = 1;
const CLOSED = 5;

/** The guard `g` has no other shift that overlaps the shift `s` or leaves too little rest, also none that has ended, as late as it did. */
const isRested = sql<boolean>`not exists (select from ${h} join ${hs} on ${hs.id} = ${h.shift_id} join ${hj} on ${hj.id} = ${h.job_id} and ${hj.status} in (${sql.lit(APPROVED)}, ${sql.lit(CLOSED)})
  where ${h.guard_id} = ${g.id} and ${h.state} in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break', 'ended')
    and ${hs.starts_at} < ${s.ends_at} + make_interval(hours => ${restHours}) and greatest(${hs.ends_at}, ${h.ended_at}) > ${s.starts_at} - make_interval(hours => ${restHours}))`;

/** The job `j` has a place: its guards are fewer than the limit, the guard `g` is one of them, or the first guard leaves it with this shift. */
const hasPlace = sql<boolean>`(${j.live_applications} < ${maxApplicants}
  or exists (select from ${a} where ${a.job_id} = ${j.id} and ${a.guard_id} = ${g.id} and ${a.state} in ('applied', 'awarded'))
  or (select count(*) from ${h} where ${h.job_id} = ${j.id} and ${h.guard_id} = ${c.guard_id}) = 1)`;

/** The conditions of the offer `c` of the shift `s` of the job `j` for the guard `g`. */
const conditions: Readonly<Record<CoverFit, RawBuilder<boolean>>> = {
  approved: sql`(${g.status} = 1)`,
  held: sql`(${g.id} <> ${c.guard_id} and not exists (select from ${h} where ${h.shift_id} = ${s.id} and ${h.guard_id} = ${g.id})
    and not exists (select from ${l} where ${l.shift_id} = ${s.id} and ${l.guard_id} = ${g.id}))`,
  speciality: sql`(${j.speciality_id} is null
    or exists (select from ${w} where ${w.guard_id} = ${g.id} and ${w.speciality_id} = ${j.speciality_id}))`,
  // A licence is valid through its last day, on Toronto's date.
  licence: sql`coalesce(${g.security_registration_expiry_date} >= (${s.ends_at} at time zone 'America/Toronto')::date, false)`,
  vehicle: sql`(${j.transportation} <> ${OWN_VEHICLE} or coalesce(${g.is_go_with} = ${OWN_VEHICLE}, false))`,
  distance: sql`(${g.lat} is null or ${g.lng} is null
    or distance_km(${g.lat}, ${g.lng}, ${j.lat}, ${j.long}) <= coalesce(${g.is_travel_to}, ${limits.kilometres}))`,
  rest: isRested,
  places: hasPlace,
};

export const fitsGuard: RawBuilder<boolean> = sql`(${sql.join(
  coverFits.map((one) => conditions[one]),
  sql` and `,
)})`;

/** The first condition that is not met; null if all are. */
export const firstUnfit: RawBuilder<CoverFit | null> = sql`case ${sql.join(
  coverFits.map((one) => sql`when not ${conditions[one]} then ${sql.lit(one)}`),
  sql` `,
)} end`;
