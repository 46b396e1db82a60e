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
