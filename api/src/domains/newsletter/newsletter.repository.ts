import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { listSubscribers } from '@portal/contracts/newsletter/newsletter.staff';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';

interface Subscription {
  email: string;
  wording: number;
  held: boolean;
  now: string;
}

/** @returns whether the address was added or subscribed again: an active entry is unchanged, and a submission of a bot does not change one. */
export async function put({ email, wording, held, now }: Subscription): Promise<boolean> {
  const { rows } = await sql`
    insert into newsletter_subscriptions as s (email, consented_at, wording, held, created_at)
    values (${email}, ${now}, ${wording}, ${held}, ${now})
    on conflict (email) do update set consented_at = excluded.consented_at, wording = excluded.wording, held = false, unsubscribed_at = null
      where not excluded.held and (s.held or s.unsubscribed_at is not null)
    returning email`.execute(db());
  return rows.length > 0;
}

/** @returns whether the address was on the list. */
export async function take(email: string, now: string): Promise<boolean> {
  const { rows } = await sql`
    update newsletter_subscriptions set unsubscribed_at = ${now} where email = ${email} and unsubscribed_at is null
    returning email`.execute(db());
  return rows.length > 0;
}

export async function latestSubscribers(limit: number): Promise<Output<typeof listSubscribers>> {
  const { rows } = await sql<Output<typeof listSubscribers>[number]>`
    select email, consented_at as "consentedAt", wording, held, unsubscribed_at as "unsubscribedAt", created_at as "createdAt"
    from newsletter_subscriptions order by created_at desc, email limit ${limit}`.execute(db());
  return rows;
}
