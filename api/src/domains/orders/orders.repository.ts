import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import type { Orders } from '@portal/contracts/orders/orders.endpoints';
import type { showOrders } from '@portal/contracts/orders/orders.staff';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { retryTransaction } from '../../platform/database/locks';
import { typedTable } from '../../platform/database/typed-table';
import { phaseAt } from '../shift-state/shift-state.columns';

const o = typedTable('site_orders', 'o');
const k = typedTable('order_acknowledgements', 'k');
const j = typedTable('jobs', 'j');
const l = typedTable('locations', 'l');
const a = typedTable('held_assignments', 'a');
const s = typedTable('shifts', 's');

export interface JobSite {
  locationId: string;
  locationName: string;
}

export async function siteOfJob(jobId: string): Promise<JobSite | null> {
  const { rows } = await sql<JobSite>`
    select ${l.id} as "locationId", ${l.location_name} as "locationName" from ${j} join ${l} on ${l.id} = ${j.location_id} where ${j.id} = ${jobId}`.execute(
    db(),
  );
  return rows[0] ?? null;
}

export type StoredOrders = Orders & { id: string };

/** A version of the orders of a site; without `version` the newest. */
export async function ordersOf(locationId: string, version: number | null = null): Promise<StoredOrders | null> {
  const { rows } = await sql<StoredOrders>`
    select ${o.id} as id, ${o.version} as version, ${o.created_at} as "setAt", ${o.sections} as sections, ${o.contacts} as contacts
    from ${o} where ${o.location_id} = ${locationId} and (${version}::int is null or ${o.version} = ${version}) order by ${o.version} desc limit 1`.execute(
    db(),
  );
  return rows[0] ?? null;
}

/** Stores the next version. Another call for a job of the same site may store this version first; then the transaction runs again. @returns its number. */
export async function insertOrders(locationId: string, { sections, contacts }: Pick<Orders, 'sections' | 'contacts'>, now: string) {
  const { rows } = await sql<{ version: number }>`
    insert into site_orders (location_id, version, sections, contacts, created_at)
    select ${locationId}, coalesce(max(version), 0) + 1, ${JSON.stringify(sections)}, ${JSON.stringify(contacts)}, ${now} from site_orders where location_id = ${locationId}
    on conflict (location_id, version) do nothing returning version`.execute(db());
  return rows[0]?.version ?? retryTransaction('The post orders of the site');
}

const open = (now: string) =>
  sql`${phaseAt({ state: a.state, startsAt: s.starts_at, endsAt: s.ends_at, jobStatus: j.status }, now)} <> 'over'`;

/** The guards with a running or coming shift at a site, and when each read the orders. */
export async function readersOf(locationId: string, ordersId: string | null, now: string): Promise<Output<typeof showOrders>['guards']> {
  const { rows } = await sql<{ guard: string; readAt: string | null }>`
    select ${a.guard_id} as guard, (select ${k.at} from ${k} where ${k.guard_id} = ${a.guard_id} and ${k.orders_id} = ${ordersId}) as "readAt"
    from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id}
    where ${j.location_id} = ${locationId} and ${open(now)} group by ${a.guard_id} order by ${a.guard_id}`.execute(db());
  return rows;
}

/** The guards with a running or coming shift at a site, each with the first of these shifts. */
export async function nextShiftsAt(locationId: string, now: string): Promise<{ guard: string; jobId: string; shiftId: string }[]> {
  const { rows } = await sql<{ guard: string; jobId: string; shiftId: string }>`
    select distinct on (${a.guard_id}) ${a.guard_id} as guard, ${a.job_id} as "jobId", ${a.shift_id} as "shiftId"
    from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id}
    where ${j.location_id} = ${locationId} and ${open(now)} order by ${a.guard_id}, ${s.starts_at}, ${s.id}`.execute(db());
  return rows;
}

/** @returns when the guard read these orders the first time. */
export async function acknowledge(
  guardId: string,
  ordersId: string,
  assignmentId: string,
  { at, receivedAt, withinMs }: { at: string; receivedAt: string; withinMs: number | null },
) {
  const { rows } = await sql<{ at: string }>`
    insert into order_acknowledgements (guard_id, orders_id, assignment_id, at, received_at, within_ms)
    values (${guardId}, ${ordersId}, ${assignmentId}, ${at}, ${receivedAt}, ${withinMs})
    on conflict (guard_id, orders_id) do update set guard_id = excluded.guard_id returning at`.execute(db());
  return rows[0]?.at ?? at;
}

/** The newest post orders of a job's site, and whether the guard has read them; null if it has none. */
export async function stateOfJob(guardId: string, jobId: string): Promise<JobDetail['orders']> {
  const { rows } = await sql<NonNullable<JobDetail['orders']>>`
    select ${o.version} as version, exists (select from ${k} where ${k.guard_id} = ${guardId} and ${k.orders_id} = ${o.id}) as "isRead"
    from ${j} join ${o} on ${o.location_id} = ${j.location_id} where ${j.id} = ${jobId} order by ${o.version} desc limit 1`.execute(db());
  return rows[0] ?? null;
}

/** The state of the post orders for a guard's shift; null if its site has none. */
export async function stateFor(guardId: string, jobId: string, assignmentId: string): Promise<WorkedShift['orders']> {
  const { rows } = await sql<NonNullable<WorkedShift['orders']>>`
    select ${o.version} as version, ${o.created_at} as "setAt",
      exists (select from ${k} where ${k.guard_id} = ${guardId} and ${k.orders_id} = ${o.id}) as "isRead",
      (select coalesce(json_agg(json_build_object('version', of.version, 'at', to_char(${k.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'receivedAt', to_char(${k.received_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'withinMs', ${k.within_ms}) order by ${k.at}), '[]')
        from ${k} join site_orders of on of.id = ${k.orders_id} where ${k.assignment_id} = ${assignmentId}) as read
    from ${j} join ${o} on ${o.location_id} = ${j.location_id} where ${j.id} = ${jobId} order by ${o.version} desc limit 1`.execute(db());
  return rows[0] ?? null;
}
