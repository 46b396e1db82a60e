import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import type { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import type { listEnquiries } from '@portal/contracts/enquiries/enquiries.staff';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';

type Sent = Omit<Input<typeof sendEnquiry>, typeof HONEYPOT> & { held: boolean };

export async function insert({ pageId, name, email, phone, query, held }: Sent, now: string): Promise<void> {
  await sql`insert into enquiries (page_id, name, email, phone, query, held, consented_at, created_at)
    values (${pageId}, ${name}, ${email}, ${phone}, ${query}, ${held}, ${now}, ${now})`.execute(db());
}

export async function latestEnquiries(pageId: string | undefined, limit: number): Promise<Output<typeof listEnquiries>> {
  const { rows } = await sql<Output<typeof listEnquiries>[number]>`
    select name, email, phone, query, page_id as "pageId", created_at as "createdAt", consented_at as "consentedAt", held from enquiries
    where ${pageId ?? null}::text is null or page_id = ${pageId ?? null} order by created_at desc, id limit ${limit}`.execute(db());
  return rows;
}

/** @returns how many there were. */
export async function deleteOf(email: string): Promise<number> {
  const { rows } = await sql`delete from enquiries where lower(email) = ${email} returning id`.execute(db());
  return rows.length;
}
