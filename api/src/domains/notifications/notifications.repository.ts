import type { Page } from '@portal/contracts/_kernel/envelope';
import type { Notification } from '@portal/contracts/notifications/notifications.endpoints';
import type { Generated } from 'kysely';
import { nowText } from '../../platform/clock';
import { db } from '../../platform/db';

declare module '../../platform/db' {
  interface Database {
    notifications: { id: Generated<string>; guard_id: string; title: string; description: string; created_at: string };
  }
}

const columns = ['id', 'title', 'description', 'created_at as createdAt'] as const;

export interface Wanted {
  page: number;
  limit: number;
  searchBy: string | undefined;
}

const pattern = (words: string) => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;

export async function notificationsOf(guardId: string, { page, limit, searchBy }: Wanted): Promise<Page<Notification>> {
  let own = db().selectFrom('notifications').where('guard_id', '=', guardId);
  if (searchBy) {
    const like = pattern(searchBy);
    own = own.where(({ eb, or }) => or([eb('title', 'ilike', like), eb('description', 'ilike', like)]));
  }
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const docs = await own
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { docs, total };
}

export const insertNotification = (guardId: string, title: string, description: string): Promise<Notification> =>
  db()
    .insertInto('notifications')
    .values({ guard_id: guardId, title, description, created_at: nowText() })
    .returning(columns)
    .executeTakeFirstOrThrow();
