import type { menuOf } from '../chrome/menu';
import type { ModuleServices } from '../modules/moduleServices';
import { type LinkPressDeps, startReadsAtPress } from '../navigation/linkPresses';
import { startOffline } from '../offline/startOffline';
import type { PageData } from '../platform/pageData';
import type { Services } from './services';

/** An import of these functions would make their files larger in the first load. */
type FirstLoad = Pick<LinkPressDeps, 'linkOf' | 'decideAccess'> & { menuOf: typeof menuOf };

/** Loads the files of the screens in the menu, one screen after another, unless the browser saves data. */
async function fetchMenuFiles({ session, menuOf }: Services & FirstLoad, { registry, prefetch }: ModuleServices): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  for (const { href } of menuOf(registry.current(), 'top', session.current()))
    await prefetch.files(new URL(href, window.location.origin).pathname);
}

/** Starts the parts of the portal that must not delay the first load. Without them the page works, but does not open without a network. */
export function startAfterLoad(services: Services & FirstLoad, modules: ModuleServices, { registry, overrides }: PageData): void {
  startReadsAtPress(services, modules);
  if ('serviceWorker' in navigator && !registry.candidate && overrides.length === 0) startOffline(services, modules);
  void fetchMenuFiles(services, modules);
}
