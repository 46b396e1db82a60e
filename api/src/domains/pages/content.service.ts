import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { readRows } from '@portal/contracts/_kernel/rows';
import { openingRules } from '@portal/contracts/career/career.rules';
import { type ContentName, contentMessages, faqRules, howItWorksRules, type setContent } from '@portal/contracts/pages/pages.content';
import { sql } from 'kysely';
import { nowText } from '../../platform/clock';
import { db, transaction } from '../../platform/db';
import { failFields } from '../../platform/errors';
import { sanitise } from './sanitise';

const refuse = (words: string): never => failFields({ text: words });

/** The rows of a list that staff wrote. 400 in words that name the row. */
function rowsOf<Row>(row: Parameters<typeof readRows<Row>>[0], text: string): Row[] {
  const read = readRows(row, text);
  return 'rows' in read ? read.rows : refuse(read.problem);
}

async function setText(type: ContentName, html: string): Promise<number> {
  const description = sanitise(html).trim();
  if (description.replace(/<[^>]*>/g, '').trim() === '') refuse(contentMessages.nothingLeft);
  await sql`insert into static_pages (type, description, updated_at) values (${type}, ${description}, ${nowText()})
    on conflict (type) do update set description = excluded.description, updated_at = excluded.updated_at`.execute(db());
  return description.length;
}

/** Of a list, the first row whose key stands in an earlier one. */
const twice = (keys: readonly string[]) => keys.findIndex((key, index) => keys.indexOf(key) !== index);

async function setFaq(text: string): Promise<number> {
  const groups = rowsOf(faqRules, text);
  const again = twice(groups.map(({ title }) => title));
  if (again >= 0) refuse(`Row ${again + 1}: ${contentMessages.twice('title')}`);
  for (const [row, { questionAnswers }] of groups.entries()) {
    const asked = twice(questionAnswers.map(({ question }) => question));
    if (asked >= 0) refuse(`Row ${row + 1}, question ${asked + 1}: ${contentMessages.twice('question')}`);
  }
  await sql`delete from faq_groups`.execute(db());
  await sql`
    with given as (select position, value from jsonb_array_elements(${JSON.stringify(groups)}::jsonb) with ordinality as g (value, position)),
      groups as (insert into faq_groups (position, title) select position, value ->> 'title' from given returning id, position)
    insert into faq_questions (group_id, position, question, answer)
    select groups.id, q.position, q.value ->> 'question', q.value ->> 'answer'
    from groups join given using (position), jsonb_array_elements(given.value -> 'questionAnswers') with ordinality as q (value, position)`.execute(
    db(),
  );
  return groups.length;
}

async function setList<Row>(name: string, row: Parameters<typeof readRows<Row>>[0], text: string): Promise<number> {
  const rows = rowsOf(row, text);
  await sql`insert into public_lists (name, rows) values (${name}, ${JSON.stringify(rows)}::jsonb)
    on conflict (name) do update set rows = excluded.rows`.execute(db());
  return rows.length;
}

const setters: Readonly<Record<ContentName, (text: string) => Promise<number>>> = {
  privacy: (text) => setText('privacy', text),
  terms: (text) => setText('terms', text),
  guardAgreement: (text) => setText('guardAgreement', text),
  faq: setFaq,
  'how-it-works': (text) => setList('how-it-works', howItWorksRules, text),
  openings: (text) => setList('openings', openingRules, text),
};

/** Replaces a text or a list of the public pages, whole. */
export async function replace({ what, text }: Input<typeof setContent>): Promise<Output<typeof setContent>> {
  return { what, count: await transaction(() => setters[what](text)) };
}

/** A list of the public pages, empty until it is written. */
export async function listNamed<Row>(name: 'how-it-works' | 'openings'): Promise<Row[]> {
  const { rows } = await sql<{ rows: Row[] }>`select rows from public_lists where name = ${name}`.execute(db());
  return rows[0]?.rows ?? [];
}
