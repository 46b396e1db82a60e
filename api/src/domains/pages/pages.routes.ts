import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { db } from '../../platform/db';
import { fail } from '../../platform/errors';
import { bindOpen } from '../../platform/http-binding';
import { sanitise } from './sanitise';

declare module '../../platform/db' {
  interface Database {
    static_pages: { type: string; description: string; updated_at: string };
  }
}

export const pagesRoutes = [
  bindOpen(staticPage, async ({ type }) => {
    const page = await db().selectFrom('static_pages').select(['type', 'description']).where('type', '=', type).executeTakeFirst();
    if (!page) fail(404, 'This text is not written yet.');
    return { ...page, description: sanitise(page.description) };
  }),
];
