import { searchText } from '@portal/contracts/_kernel/normalise';
import { type RawBuilder, sql } from 'kysely';

/** SQL condition: the text contains these words. Ignores accents, invisible characters and case. Without words: true. */
export const containsWords = (text: unknown, words = ''): RawBuilder<boolean> =>
  words === '' ? sql<boolean>`true` : sql<boolean>`plain_text(${text}) like ${`%${searchText(words).replace(/[\\%_]/g, '\\$&')}%`}`;
