import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { readRows } from '@portal/contracts/_kernel/rows';
import { openingRules } from '@portal/contracts/career/career.rules';
import { type ContentName, contentMessages, faqRules, howItWorksRules } from '@portal/contracts/pages/pages.content';
import type { setContent } from '@portal/contracts/pages/pages.staff';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { failValidation } from '../../platform/http/errors';
import * as pages from './pages.repository';
import { sanitise } from './sanitise';

const refuse = (words: string): never => failValidation({ text: words });

/** The rows of a list that staff wrote. 400 with a message that names the row. */
function rowsOf<Row>(row: Parameters<typeof readRows<Row>>[0], text: string): Row[] {
  const read = readRows(row, text);
  return 'rows' in read ? read.rows : refuse(read.problem);
}

async function setText(type: ContentName, html: string): Promise<number> {
  const description = sanitise(html).trim();
  if (description.replace(/<[^>]*>/g, '').trim() === '') refuse(contentMessages.nothingLeft);
  await pages.putText(type, description, nowText());
  return description.length;
}

/** The index of the first row of a list whose key occurs in an earlier row. */
const twice = (keys: readonly string[]) => keys.findIndex((key, index) => keys.indexOf(key) !== index);

async function setFaq(text: string): Promise<number> {
  const groups = rowsOf(faqRules, text);
  const again = twice(groups.map(({ title }) => title));
  if (again >= 0) refuse(`Row ${again + 1}: ${contentMessages.twice('title')}`);
  for (const [row, { questionAnswers }] of groups.entries()) {
    const asked = twice(questionAnswers.map(({ question }) => question));
    if (asked >= 0) refuse(`Row ${row + 1}, question ${asked + 1}: ${contentMessages.twice('question')}`);
  }
  await pages.putFaq(groups);
  return groups.length;
}

async function setList<Row>(name: string, row: Parameters<typeof readRows<Row>>[0], text: string): Promise<number> {
  const rows = rowsOf(row, text);
  await pages.putList(name, rows);
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

/** Replaces a whole text or list of the public pages. */
export async function replace({ what, text }: Input<typeof setContent>): Promise<Output<typeof setContent>> {
  return { what, count: await transaction(() => setters[what](text)) };
}

export const listNamed = pages.listNamed;
