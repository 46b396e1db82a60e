import { FileError } from '@portal/mf-kit/loadFailure';
import type { ScriptPolicy } from './scriptPolicy';

/** Asks for a stylesheet anew, in the place of the link that brought none. */
function reload(failed: HTMLLinkElement, sources: ScriptPolicy): Promise<void> {
  return new Promise((resolve, reject) => {
    const fresh = failed.cloneNode() as HTMLLinkElement;
    fresh.addEventListener('load', () => resolve());
    fresh.addEventListener('error', () => {
      fresh.remove();
      reject(new FileError(`${fresh.href} could not be loaded, or is not the listed file`, fresh.href));
    });
    fresh.href = sources.retryUrl(failed.href);
    failed.replaceWith(fresh);
  });
}

/** A stylesheet that was refused stands in the page all the same, without a rule in it. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet || sheet.cssRules.length === 0;
  } catch {
    // Its rules may not be read: it is not what was asked for.
    return true;
  }
}

/**
 * The HTML brings the stylesheets of the asked route. The module's own loader takes a link that stands in the page as one that came;
 * whether it did is asked here. Rejects when one cannot be had.
 */
export async function ensureStylesheets(folder: string, sources: ScriptPolicy): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href*="${folder}"]`);
  await Promise.all([...links].filter(isEmpty).map((link) => reload(link, sources)));
}
