import { searchText } from '@portal/contracts/_kernel/normalise';
import { type RawBuilder, sql } from 'kysely';

/** Whether a text contains these words. Accents, marks and capitals make no difference. Without words: every text. */
export const contains = (text: unknown, words = ''): RawBuilder<boolean> =>
  words === '' ? sql<boolean>`true` : sql<boolean>`plain_text(${text}) like ${`%${searchText(words).replace(/[\\%_]/g, '\\$&')}%`}`;
