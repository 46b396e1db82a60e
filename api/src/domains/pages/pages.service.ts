import { fail } from '../../platform/http/errors';
import { faqGroups, textOf } from './pages.repository';
import { sanitise } from './sanitise';

export { faqGroups };

/** A legal text as sanitised HTML. 404 until it is written. */
export async function legalText(type: Parameters<typeof textOf>[0] | undefined): Promise<{ type: string; description: string }> {
  const page = (type && (await textOf(type))) ?? fail(404, 'This text is not written yet.');
  return { ...page, description: sanitise(page.description) };
}
