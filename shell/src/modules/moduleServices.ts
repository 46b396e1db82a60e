import { cookie } from '@portal/device/storage';
import { DRAW_COOKIE, readDraw } from '@portal/mf-kit/canary';
import { lengthen } from '@portal/mf-kit/deadlines';
import { createRouteTable } from '../navigation/routeTable';
import type { PageData } from '../platform/pageData';
import { createRegistry } from '../registry/moduleRegistry';
import { createLoader } from './loading/moduleLoader';
import { createSources, installScriptPolicy, thirdPartyScriptOrigins } from './loading/scriptPolicy';
import { createPrefetch } from './prefetch';

/** Creates the registry, routes and loader of this page. After this call, no unlisted script runs. */
export function createModuleServices({ registry: pageRegistry, files, config }: PageData) {
  const registry = createRegistry(pageRegistry, files, readDraw(cookie(DRAW_COOKIE)));
  const sources = createSources(registry);
  installScriptPolicy(sources, thirdPartyScriptOrigins(config), lengthen(1, config.patience));
  const routes = createRouteTable(registry);
  const loader = createLoader(registry, sources, config.patience);
  return { registry, routes, loader, patience: config.patience, prefetch: createPrefetch(registry, loader, routes) };
}
export type ModuleServices = ReturnType<typeof createModuleServices>;
