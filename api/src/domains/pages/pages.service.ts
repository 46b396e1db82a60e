import type { FaqGroup } from '@portal/contracts/pages/pages.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/db';
import { fail } from '../../platform/errors';
import { sanitise } from './sanitise';

declare module '../../platform/db' {
  interface Database {
    static_pages: { type: string; description: string; updated_at: string };
  }
}

/** A legal text as it is shown: sanitised HTML. 404 until it is written. */
export async function legalText(type: string): Promise<{ type: string; description: string }> {
  const page = await db().selectFrom('static_pages').select(['type', 'description']).where('type', '=', type).executeTakeFirst();
  if (!page) fail(404, 'This text is not written yet.');
  return { ...page, description: sanitise(page.description) };
}

/** The questions and answers by group, both in their order. */
export async function faqGroups(): Promise<FaqGroup[]> {
  const { rows } = await sql<FaqGroup>`
    select g.title, json_agg(json_build_object('question', q.question, 'answer', q.answer) order by q.position, q.id) as "questionAnswers"
    from faq_groups g join faq_questions q on q.group_id = g.id group by g.id order by g.position, g.id`.execute(db());
  return rows;
}
