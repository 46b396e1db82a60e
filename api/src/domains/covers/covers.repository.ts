import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { Cover } from '@portal/contracts/covers/covers.endpoints';
import { type CoverFit, type CoverState, coverEndsHours } from '@portal/contracts/covers/covers.rules';
import type { liveCovers as liveEndpoint } from '@portal/contracts/covers/covers.staff';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { coverStateAt } from '../shift-state/cover-state.columns';
import { firstUnfit, fitsGuard } from './covers.columns';

const c = typedTable('cover_offers', 'c');
const d = typedTable('cover_declines', 'd');
const g = typedTable('guards', 'g');
const s = typedTable('shifts', 's');
const j = typedTable('jobs', 'j');
const p = typedTable('locations', 'p');
const h = typedTable('held_assignments', 'h');

/** An offer with the facts that decisions and messages need. */
export interface CoverOffer {
  id: string;
  guardId: string;
  jobId: string;
  shiftId: string;
  jobTitle: string;
  place: string;
  startTime: string;
  endTime: string;
  timeZone: string;
  pay: string;
  note: string;
  /** At the instant of the query. */
  state: CoverState;
  storedState: CoverState;
  proposedGuardId: string | null;
  isAutomatic: boolean;
}

const isLive = sql`${c.state} in ('open', 'proposed')`;
const pay = sql`shift_pay(${j.hourly_rate}, ${s.starts_at}, ${s.ends_at}, null, null)::text`;
const withShift = sql`${c} join ${s} on ${s.id} = ${c.shift_id} join ${j} on ${j.id} = ${c.job_id} join ${p} on ${p.id} = ${j.location_id}`;

async function offersWhere(now: string, where: RawBuilder<unknown>): Promise<CoverOffer[]> {
  const { rows } = await sql<CoverOffer>`
    select ${c.id} as id, ${c.guard_id} as "guardId", ${c.job_id} as "jobId", ${c.shift_id} as "shiftId", ${j.title} as "jobTitle", ${j.place} as place,
      ${s.starts_at} as "startTime", ${s.ends_at} as "endTime", ${j.time_zone} as "timeZone", ${pay} as pay, ${c.note} as note,
      ${coverStateAt(now)} as state, ${c.state} as "storedState", ${c.proposed_guard_id} as "proposedGuardId", ${p.cover_is_automatic} as "isAutomatic"
    from ${withShift} where ${where}`.execute(db());
  return rows;
}

export const offerOf = async (id: string, now: string): Promise<CoverOffer | null> =>
  (await offersWhere(now, sql`${c.id} = ${id}`))[0] ?? null;

/** The guard's latest offer of a shift. */
export const latestOffer = async (guardId: string, shiftId: string, now: string): Promise<CoverOffer | null> =>
  (await offersWhere(now, sql`${c.guard_id} = ${guardId} and ${c.shift_id} = ${shiftId} order by ${c.offered_at} desc limit 1`))[0] ?? null;

interface Scope {
  jobId: string;
  guardId?: string;
  shiftId?: string;
}

/** The live offers of a job, of one of its guards or shifts. */
export const liveOffers = ({ jobId, guardId, shiftId }: Scope, now: string): Promise<CoverOffer[]> =>
  offersWhere(
    now,
    sql`${c.job_id} = ${jobId} and ${isLive} and (${guardId ?? null}::uuid is null or ${c.guard_id} = ${guardId ?? null}::uuid)
      and (${shiftId ?? null}::uuid is null or ${c.shift_id} = ${shiftId ?? null}::uuid)`,
  );

/** The live offers for which a guard is proposed. */
export const proposalsOf = (guardId: string, now: string): Promise<CoverOffer[]> =>
  offersWhere(now, sql`${c.proposed_guard_id} = ${guardId} and ${c.state} = 'proposed'`);

/** Live offers after their time, the longest ended first. */
export async function overdueOffers(now: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${c.id} as id from ${c} join ${s} on ${s.id} = ${c.shift_id} where ${isLive} and ${coverStateAt(now)} = 'ended'
    order by ${c.ends_at}, ${c.id} limit ${most}`.execute(db());
  return rows.map(({ id }) => id);
}

/** Offers whose proposed guard they do not fit any more. */
export async function unfitProposals(now: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${c.id} as id from ${withShift} join ${g} on ${g.id} = ${c.proposed_guard_id}
    where ${c.state} = 'proposed' and ${coverStateAt(now)} = 'proposed' and not ${fitsGuard} order by ${c.ends_at}, ${c.id} limit ${most}`.execute(
    db(),
  );
  return rows.map(({ id }) => id);
}

/** Claims the open offers that no job has alerted guards of; another process skips them. */
export async function claimToAlert(now: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update cover_offers set alerted_at = ${now} where id in (
      select ${c.id} from ${c} where ${c.state} = 'open' and ${c.alerted_at} is null order by ${c.offered_at} for no key update skip locked)
    returning id`.execute(db());
  return rows.map(({ id }) => id);
}

export interface NewCoverOffer {
  guardId: string;
  jobId: string;
  shiftId: string;
  note: string;
  now: string;
}

/** @returns the id; null when the guard has a live offer of this shift. */
export async function insertOffer({ guardId, jobId, shiftId, note, now }: NewCoverOffer): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into cover_offers (guard_id, job_id, shift_id, note, offered_at, ends_at)
    select ${guardId}, ${s.job_id}, ${s.id}, ${note}, ${now}, ${s.starts_at} - make_interval(hours => ${coverEndsHours})
    from ${s} where ${s.id} = ${shiftId} and ${s.job_id} = ${jobId}
    on conflict (guard_id, shift_id) where state in ('open', 'proposed') do nothing returning id`.execute(db());
  return rows[0]?.id ?? null;
}

export async function setProposed(id: string, guardId: string, now: string): Promise<void> {
  await sql`update cover_offers set state = 'proposed', proposed_guard_id = ${guardId}, proposed_at = ${now} where id = ${id}`.execute(
    db(),
  );
}

export async function setOpen(id: string): Promise<void> {
  await sql`update cover_offers set state = 'open', proposed_guard_id = null, proposed_at = null where id = ${id}`.execute(db());
}

export async function setDecided(id: string, state: CoverState, now: string): Promise<void> {
  await sql`update cover_offers set state = ${state}, decided_at = ${now} where id = ${id}`.execute(db());
}

export async function insertDecline(guardId: string, offerId: string, now: string): Promise<void> {
  await sql`insert into cover_declines (guard_id, offer_id, at) values (${guardId}, ${offerId}, ${now}) on conflict do nothing`.execute(
    db(),
  );
}

/** Why the shift of an offer does not fit a guard; null if it does. */
export async function unfitOf(guardId: string, offerId: string): Promise<CoverFit | null> {
  const { rows } = await sql<{ unfit: CoverFit | null }>`
    select ${firstUnfit} as unfit from ${withShift} join ${g} on ${g.id} = ${guardId} where ${c.id} = ${offerId}`.execute(db());
  return rows[0]?.unfit ?? null;
}

const notDeclined = sql`not exists (select from ${d} where ${d.offer_id} = ${c.id} and ${d.guard_id} = ${g.id})`;

/** The guards whom the shift of an offer fits and who did not decline it, the nearest first. */
export async function fittingGuards(offerId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${g.id} as id from ${withShift} cross join ${g} where ${c.id} = ${offerId} and ${fitsGuard} and ${notDeclined}
    order by distance_km(${g.lat}, ${g.lng}, ${j.lat}, ${j.long}) nulls last, ${g.id} limit ${most}`.execute(db());
  return rows.map(({ id }) => id);
}

/** An offer with the fields of `coverShape`, as the guard `g` sees it. */
const columns = (now: string) => sql`
  ${c.id} as "offerId", ${coverStateAt(now)} as state, ${j.id} as "jobId", ${j.customer_id} as "userId", ${s.id} as "shiftId", ${j.title} as "jobTitle",
  ${j.place} as "locationName", ${s.shift_date} as "shiftDate", ${s.starts_at} as "startTime", ${s.ends_at} as "endTime", ${j.time_zone} as "timeZone",
  ${j.hourly_rate}::text as "hourlyRate", ${pay} as pay, round(distance_km(${g.lat}, ${g.lng}, ${j.lat}, ${j.long})::numeric, 1)::float8 as distance,
  ${c.note} as note, ${p.cover_is_automatic} as "isAutomatic", ${c.offered_at} as "offeredAt", ${c.ends_at} as "endsAt", ${c.proposed_at} as "proposedAt",
  ${c.decided_at} as "decidedAt"`;

/** The guard `g` has the shift `s` of a job that is not cancelled, without approved leave. */
const hasShift = sql`(${j.status} = 1 and exists (select from ${h} where ${h.shift_id} = ${s.id} and ${h.guard_id} = ${g.id} and ${h.state} <> 'on-leave'))`;

/** Open offers that fit the guard, and those that they accepted for a shift to come and did not lose again; the soonest shift first. */
export async function openFor(guardId: string, now: string, most: number): Promise<Cover[]> {
  const { rows } = await sql<Cover>`
    select ${columns(now)} from ${withShift} join ${g} on ${g.id} = ${guardId}
    where ${s.starts_at} > ${now}::timestamptz and (${coverStateAt(now)} = 'open' and ${j.status} = 1 and ${fitsGuard} and ${notDeclined}
      or ${c.proposed_guard_id} = ${guardId} and (${c.state} in ('proposed', 'refused') or ${c.state} = 'approved' and ${hasShift}))
    order by ${s.starts_at}, ${c.id} limit ${most}`.execute(db());
  return rows;
}

/** The guard's own offers, latest first. */
export async function ownOffers(guardId: string, now: string, most: number): Promise<Cover[]> {
  const { rows } = await sql<Cover>`
    select ${columns(now)}, ${c.state} = 'approved' and ${hasShift} as "isHeldAgain"
    from ${withShift} join ${g} on ${g.id} = ${guardId} where ${c.guard_id} = ${guardId}
    order by ${c.offered_at} desc, ${c.id} limit ${most}`.execute(db());
  return rows;
}

/** The live offers for staff, proposed ones first. */
export async function liveOffersForStaff(now: string, most: number): Promise<Output<typeof liveEndpoint>> {
  const { rows } = await sql<Output<typeof liveEndpoint>[number]>`
    select ${c.id} as "offerId", ${c.state} as state, ${j.id} as "jobId", ${j.title} as "jobTitle", ${j.place} as "locationName", ${s.id} as "shiftId",
      ${s.starts_at} as "startTime", ${c.guard_id} as guard, ${c.note} as note, ${c.proposed_guard_id} as "proposedGuard", ${c.offered_at} as "offeredAt",
      ${c.ends_at} as "endsAt"
    from ${withShift} where ${isLive} and ${coverStateAt(now)} <> 'ended'
    order by ${c.state} = 'open', ${s.starts_at}, ${c.id} limit ${most}`.execute(db());
  return rows;
}

/** @returns the name of the site; null when there is no such job. */
export async function setSiteRule(jobId: string, isAutomatic: boolean): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update locations set cover_is_automatic = ${isAutomatic} where id = (select location_id from jobs where id = ${jobId})
    returning location_name as name`.execute(db());
  return rows[0]?.name ?? null;
}

/** The steps of the offers of a shift that concern the guard: their own offers, and the one by which they got the shift. */
export async function stepsOnShift(guardId: string, shiftId: string): Promise<NonNullable<WorkedShift['cover']>> {
  const { rows } = await sql<NonNullable<WorkedShift['cover']>[number]>`
    select step.what as what, step.at as at from ${c} cross join lateral (values ('offered', ${c.offered_at}), ('accepted', ${c.proposed_at}),
      (${c.state}, ${c.decided_at})) as step (what, at)
    where ${c.shift_id} = ${shiftId} and (${c.guard_id} = ${guardId} or ${c.proposed_guard_id} = ${guardId} and ${c.state} = 'approved')
      and step.at is not null order by step.at, step.what`.execute(db());
  return rows;
}
