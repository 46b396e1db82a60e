import type { Page } from '@portal/contracts/_kernel/envelope';
import type { LiveNotice } from '@portal/contracts/_kernel/event';
import type { Notification } from '@portal/contracts/notifications/notifications.endpoints';
import { sql } from 'kysely';
import { nowText } from '../../platform/clock';
import { containsWords } from '../../platform/database/contains';
import { db, preparedQuery } from '../../platform/database/db';

const columns = [
  'id',
  'title',
  'description',
  'created_at as createdAt',
  'link as to',
  sql<boolean>`read_at is not null`.as('isRead'),
] as const;

export interface NotificationsQuery {
  page: number;
  limit: number;
  searchBy: string | undefined;
}

export async function notificationsOf(guardId: string, { page, limit, searchBy }: NotificationsQuery): Promise<Page<Notification>> {
  let own = db().selectFrom('notifications').where('guard_id', '=', guardId);
  if (searchBy) own = own.where(({ ref, or }) => or([containsWords(ref('title'), searchBy), containsWords(ref('description'), searchBy)]));
  const counted = own.select(({ fn }) => fn.countAll<number>().as('total'));
  // The most read list of all: the total is read by the same query as the page.
  const rows = await own
    .select([...columns, counted.as('total')])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const [first] = rows;
  const total = first?.total ?? (page === 1 ? 0 : (await counted.executeTakeFirstOrThrow()).total);
  const docs = rows.map(({ total: _, ...doc }) => doc);
  return { docs, total };
}

export interface NewNotification {
  title: string;
  description: string;
  /** A path of the portal. */
  to: string | null;
  /** Open pages show it as a toast. */
  isToast: boolean;
}

export const insertNotification = (guardId: string, { title, description, to, isToast }: NewNotification): Promise<Notification> =>
  db()
    .insertInto('notifications')
    .values({ guard_id: guardId, title, description, link: to, is_toast: isToast, created_at: nowText() })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** The latest unread toasts since an instant, at most `limit`, the oldest first. */
export async function toastsSince(guardId: string, since: Date, limit: number): Promise<LiveNotice[]> {
  const latest = await db()
    .selectFrom('notifications')
    .select(['id', 'title', 'description as body'])
    .where('guard_id', '=', guardId)
    .where('is_toast', '=', true)
    .where('read_at', 'is', null)
    .where('created_at', '>', since.toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return latest.reverse();
}

export async function countUnread(guardId: string): Promise<number> {
  const [row] = await preparedQuery<{ count: number }>(
    'unread',
    'select count(*)::int as count from notifications where guard_id = $1 and read_at is null',
    [guardId],
  );
  return row?.count ?? 0;
}

/** Marks one as read. @returns whether it is the guard's; `isNew`: it was unread. */
export async function markRead(guardId: string, id: string): Promise<{ isNew: boolean } | null> {
  const { rows } = await sql<{ isNew: boolean }>`
    with found as (select id, read_at from notifications where guard_id = ${guardId} and id = ${id}),
      marked as (update notifications n set read_at = ${nowText()} from found where n.id = found.id and n.read_at is null)
    select read_at is null as "isNew" from found`.execute(db());
  return rows[0] ?? null;
}

/** Marks those with this link as read. @returns whether any was unread. */
export async function markLinkedRead(guardId: string, link: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update notifications set read_at = ${nowText()} where guard_id = ${guardId} and link = ${link} and read_at is null`.execute(
      db(),
    );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Marks all as read. @returns whether any was unread. */
export async function markAllRead(guardId: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update notifications set read_at = ${nowText()} where guard_id = ${guardId} and read_at is null`.execute(db());
  return (numAffectedRows ?? 0n) > 0n;
}
