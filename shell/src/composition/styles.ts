import { FileError } from '@portal/mf-kit/reach';
import type { Sources } from './sources';

/** Asks for a stylesheet anew, in the place of the link that brought none. */
function again(failed: HTMLLinkElement, sources: Sources): Promise<void> {
  return new Promise((resolve, reject) => {
    const fresh = failed.cloneNode() as HTMLLinkElement;
    fresh.addEventListener('load', () => resolve());
    fresh.addEventListener('error', () => {
      fresh.remove();
      reject(new FileError(`${fresh.href} could not be loaded, or is not the listed file`, fresh.href));
    });
    fresh.href = sources.tryUrl(failed.href);
    failed.replaceWith(fresh);
  });
}

/** A stylesheet that was refused stands in the page all the same, without a rule in it. */
function isBare({ sheet }: HTMLLinkElement): boolean {
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
export async function haveStyles(folder: string, sources: Sources): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href*="${folder}"]`);
  await Promise.all([...links].filter(isBare).map((link) => again(link, sources)));
}
