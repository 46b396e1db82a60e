import { FileError } from '@portal/mf-kit/loadFailure';
import type { ScriptPolicy } from './scriptPolicy';

/** Loads a stylesheet again, in place of the link that failed. */
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

/** A blocked stylesheet keeps its link, without rules. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet || sheet.cssRules.length === 0;
  } catch {
    // Rules that cannot be read are from another origin, so this is not the listed file.
    return true;
  }
}

/**
 * Reloads the stylesheets of a module that failed in the HTML, because the module's loader treats each link in the page as loaded. Rejects
 * if one cannot be loaded.
 */
export async function ensureStylesheets(folder: string, sources: ScriptPolicy): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href*="${folder}"]`);
  await Promise.all([...links].filter(isEmpty).map((link) => reload(link, sources)));
}
