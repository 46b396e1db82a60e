import type { ModuleServices } from '../modules/moduleServices';
import { type FirstLoad, startReadsAtPress } from '../navigation/linkPresses';
import { startOffline } from '../offline/startOffline';
import type { PageData } from '../platform/pageData';
import type { Services } from './services';

/** Starts the parts of the portal that must not delay the first load. Without them the page works, but does not open without a network. */
export function startAfterLoad(services: Services & FirstLoad, modules: ModuleServices, { registry, overrides }: PageData): void {
  startReadsAtPress(services, modules);
  if ('serviceWorker' in navigator && !registry.candidate && overrides.length === 0) startOffline(services, modules);
}
