import type { FaqGroup } from '@portal/contracts/pages/pages.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import type { Tables } from '../../platform/database/tables';

/** A stored text. */
export const textOf = (type: Tables['static_pages']['type']) =>
  db().selectFrom('static_pages').select(['type', 'description']).where('type', '=', type).executeTakeFirst();

export const putText = (type: string, description: string, now: string) =>
  sql`insert into static_pages (type, description, updated_at) values (${type}, ${description}, ${now})
    on conflict (type) do update set description = excluded.description, updated_at = excluded.updated_at`.execute(db());

/** The questions and answers by group, both in their order. */
export async function faqGroups(): Promise<FaqGroup[]> {
  const { rows } = await sql<FaqGroup>`
    select g.title, json_agg(json_build_object('question', q.question, 'answer', q.answer) order by q.position, q.id) as "questionAnswers"
    from faq_groups g join faq_questions q on q.group_id = g.id group by g.id order by g.position, g.id`.execute(db());
  return rows;
}

/** Replaces all groups and their questions. Call it in a transaction. */
export async function putFaq(groups: readonly unknown[]): Promise<void> {
  // A concurrent call waits: its delete would not see the rows of this one.
  await sql`lock table faq_groups in share row exclusive mode`.execute(db());
  await sql`delete from faq_groups`.execute(db());
  await sql`
    with given as (select position, value from jsonb_array_elements(${JSON.stringify(groups)}::jsonb) with ordinality as g (value, position)),
      groups as (insert into faq_groups (position, title) select position, value ->> 'title' from given returning id, position)
    insert into faq_questions (group_id, position, question, answer)
    select groups.id, q.position, q.value ->> 'question', q.value ->> 'answer'
    from groups join given using (position), jsonb_array_elements(given.value -> 'questionAnswers') with ordinality as q (value, position)`.execute(
    db(),
  );
}

export const putList = (name: string, rows: readonly unknown[]) =>
  sql`insert into public_lists (name, rows) values (${name}, ${JSON.stringify(rows)}::jsonb)
    on conflict (name) do update set rows = excluded.rows`.execute(db());

/** A list of the public pages, empty until staff write it. */
export async function listNamed<Row>(name: 'how-it-works' | 'openings'): Promise<Row[]> {
  const { rows } = await sql<{ rows: Row[] }>`select rows from public_lists where name = ${name}`.execute(db());
  return rows[0]?.rows ?? [];
}
